import { Dialog } from '../forms/Dialog.tsx'
import { t } from '../texts/texts.ts'
import { Scanner } from './Scanner.tsx'
import type { Scanned } from './scanned.ts'

interface ScanDialogProps {
  what: Scanned
  isOpen: boolean
  close: () => void
  found: (text: string) => void
}

export default function ScanDialog({ what, isOpen, close, found }: ScanDialogProps) {
  return (
    <Dialog title={t(`scan.${what.name}.title`)} isOpen={isOpen} close={close}>
      {/* The camera stops at once, not after the dialog has faded out. */}
      {isOpen && <Scanner what={what} found={found} />}
    </Dialog>
  )
}
