import { Dialog } from '../forms/Dialog.tsx'
import { t } from '../texts/texts.ts'
import { Scanner } from './Scanner.tsx'

interface ScanDialogProps {
  isOpen: boolean
  close: () => void
  found: (number: string) => void
}

export default function ScanDialog({ isOpen, close, found }: ScanDialogProps) {
  return (
    <Dialog title={t('scan.title')} isOpen={isOpen} close={close}>
      {/* The camera stops at once, not after the dialog has faded out. */}
      {isOpen && <Scanner found={found} />}
    </Dialog>
  )
}
