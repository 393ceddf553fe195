import { Button, type ButtonProps } from '@mantine/core'
import { ScanQrCode } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { withLaterTexts } from '../loading/language.ts'
import { awaited } from '../loading/own-code.ts'
import { t } from '../texts/texts.ts'
import { type Scanned, sticker } from './scanned.ts'

const ScanDialog = lazy(() => awaited(() => withLaterTexts(import('./ScanDialog.tsx'))))

interface ScanButtonProps extends ButtonProps {
  what?: Scanned
  /** Gets what was scanned: the number of a sticker, or a code. */
  found: (text: string) => void
}

/** Reads a QR code with the camera. Loads nothing before it is pressed. */
export function ScanButton({ what = sticker, found, ...props }: ScanButtonProps) {
  // The dialog stays mounted once it was opened, so that it returns the focus.
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <>
      <Button
        variant="default"
        leftSection={<ScanQrCode size={18} aria-hidden />}
        {...props}
        onClick={() => setOpen(true)}
      >
        {t('scan.scan')}
      </Button>
      {isOpen !== undefined && (
        <Suspense>
          <ScanDialog
            what={what}
            isOpen={isOpen}
            close={() => setOpen(false)}
            found={(text) => {
              setOpen(false)
              found(text)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
