import type { Booking } from '@coinless/contract/bookings.ts'
import { useMutation } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { download } from '../calls/client.ts'
import { BusyButton } from '../forms/BusyButton.tsx'
import { showFailure } from '../queries/failures.ts'
import { t } from '../texts/texts.ts'
import { slotOf } from './slot-times.ts'

/** Downloads a booking as a file that calendar apps open. */
export function AddToCalendar({ booking }: { booking: Booking }) {
  const { id, time_zone } = booking
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(calls.bookings.calendar, { params: { id } }, 'laundry.ics'),
    onError: showFailure(t('calendar.addFailed')),
  })
  return (
    <BusyButton
      variant="default"
      size="sm"
      isBusy={isPending}
      aria-label={t('units.labeled', {
        name: t('calendar.add'),
        value: slotOf(booking, time_zone),
      })}
      onClick={() => mutate()}
    >
      {t('calendar.add')}
    </BusyButton>
  )
}
