import type { Slot } from '@coinless/contract/booking-plans.ts'
import { Dialog } from '../../shared/forms/Dialog.tsx'
import { t } from '../../shared/texts/texts.ts'
import { weekdayName } from '../../shared/ui/weekdays.ts'
import { CopyForm } from './CopyForm.tsx'
import { FillForm } from './FillForm.tsx'
import { SlotForm } from './SlotForm.tsx'
import type { SlotEdit, WeekEdit, WeekFormProps } from './week-edits.ts'

interface WeekDialogProps extends WeekFormProps {
  /** null: the dialog is closed. */
  edit: WeekEdit | null
  close: () => void
}

/** Dialog that changes slots of a group in the form behind it. */
export default function WeekDialog({ edit, slots, change, close }: WeekDialogProps) {
  const props = {
    slots,
    change: (changed: Slot[]) => {
      change(changed)
      close()
    },
  }
  return (
    <Dialog title={edit && titleOf(edit)} isOpen={edit !== null} close={close}>
      {edit?.kind === 'fill' && <FillForm {...props} />}
      {edit?.kind === 'copy' && <CopyForm weekday={edit.weekday} {...props} />}
      {edit?.kind === 'slot' && <SlotForm {...edit} {...props} />}
    </Dialog>
  )
}

function titleOf(edit: SlotEdit): string {
  switch (edit.kind) {
    case 'fill':
      return t('bookingPlan.fill')
    case 'copy':
      return t('bookingPlan.copy', { day: weekdayName(edit.weekday) })
    case 'slot': {
      const day = weekdayName(edit.slot.weekday)
      return edit.index === undefined
        ? t('bookingPlan.newSlot', { day })
        : t('bookingPlan.slotOn', { day })
    }
  }
}
