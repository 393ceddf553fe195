import type { Booking } from '@coinless/contract/bookings.ts'
import { Button } from '@mantine/core'
import { slotOf } from '../../shared/bookings/slot-times.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { t } from '../../shared/texts/texts.ts'
import type { SlotActions } from './use-slot-actions.tsx'

interface OwnActionsProps {
  booking: Booking
  move: () => void
  actions: SlotActions
}

/** What a user can do with a booking of theirs. */
export function OwnActions({ booking, move, actions }: OwnActionsProps) {
  const value = slotOf(booking, booking.time_zone)
  const hasBegun = Date.parse(booking.starts_at) <= Date.now()
  return (
    <>
      {!hasBegun && (
        <Button
          variant="default"
          size="sm"
          aria-label={t('units.labeled', { name: t('bookings.move'), value })}
          onClick={move}
        >
          {t('bookings.move')}
        </Button>
      )}
      <BusyButton
        variant="default"
        size="sm"
        isBusy={actions.isBusy}
        aria-label={t('units.labeled', { name: t('bookings.cancel'), value })}
        onClick={() => actions.cancel(booking)}
      >
        {t('bookings.cancel')}
      </BusyButton>
    </>
  )
}
