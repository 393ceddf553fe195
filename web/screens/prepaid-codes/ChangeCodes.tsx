import type { BulkChange } from '@coinless/contract/bulk-changes.ts'
import { BulkSteps } from '../../shared/bulk/BulkSteps.tsx'
import { Dialog } from '../../shared/forms/Dialog.tsx'
import { t } from '../../shared/texts/texts.ts'

export interface ChangeCodesProps {
  planned: BulkChange | undefined
  close: () => void
}

/** Previews disabling or enabling many codes, and does it. */
export default function ChangeCodes({ planned, close }: ChangeCodesProps) {
  return (
    <Dialog title={t('bulk.changeCodes')} isOpen={planned !== undefined} close={close}>
      {planned && (
        <BulkSteps planned={planned} things="prepaid_codes" back={close} close={close}>
          {null}
        </BulkSteps>
      )}
    </Dialog>
  )
}
