import type {
  BookableDays,
  BookableGroup,
  BookableSlot,
  Booking,
} from '@coinless/contract/bookings.ts'
import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import {
  bookSlot,
  cancelBooking,
  cancelForOther,
  moveBooking,
  useBookingChange,
} from '../../shared/bookings/booking-queries.ts'
import { slotOf } from '../../shared/bookings/slot-times.ts'
import { ApiError } from '../../shared/calls/client.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { confirmDeletion } from '../../shared/ui/confirm.tsx'
import { showSuccess } from '../../shared/ui/toasts.ts'

interface Moving {
  /** The booking that is being moved. */
  moved: Booking | undefined
  moveEnded: () => void
}

export type SlotActions = ReturnType<typeof useSlotActions>

/** Books, moves and cancels, each after a question. */
export function useSlotActions(days: BookableDays | undefined, { moved, moveEnded }: Moving) {
  /** Start of a slot that someone else booked first, and its group. */
  const [lost, setLost] = useState<{ group_id: string; starts_at: string }>()
  const sayFailure = showFailure(t('bookings.failed'))
  const change = useBookingChange(sayFailure)
  const zone = days?.time_zone ?? 'UTC'

  function choose(group: BookableGroup, slot: BookableSlot) {
    const chosen = { group_id: group.id, starts_at: slot.starts_at }
    setLost(undefined)
    confirmDeletion({
      title: moved ? t('bookings.moveTitle') : t('bookings.bookTitle'),
      text: t('units.labeled', { name: group.name, value: slotOf(slot, zone) }),
      confirmLabel: moved ? t('bookings.moveHere') : t('bookings.book'),
      color: 'blue',
      onConfirm: () =>
        change.mutate(moved ? moveBooking(moved, chosen) : bookSlot(chosen), {
          onSuccess: () => {
            moveEnded()
            showSuccess(moved ? t('bookings.moved') : t('bookings.booked'))
          },
          onError: (error) => {
            if (error instanceof ApiError && error.code === 'slot_taken') setLost(chosen)
          },
        }),
    })
  }

  const cancel = (booking: Booking) =>
    confirmDeletion({
      title: t('bookings.cancelTitle'),
      text: slotOf(booking, zone),
      confirmLabel: t('bookings.cancel'),
      onConfirm: () =>
        change.mutate(cancelBooking(booking.id), {
          onSuccess: () => showSuccess(t('bookings.cancelled')),
        }),
    })

  const cancelOfOther = (slot: BookableSlot) =>
    confirmDeletion({
      title: t('bookings.cancelTitle'),
      text: t('bookings.cancelOther', { name: slot.booked_by, slot: slotOf(slot, zone) }),
      confirmLabel: t('bookings.cancel'),
      onConfirm: () => {
        if (!days || !slot.booking_id) return
        change.mutate(cancelForOther(days.room, slot.booking_id), {
          onSuccess: () => showSuccess(t('bookings.cancelled')),
        })
      },
    })

  const group = days?.groups.find(({ id }) => id === lost?.group_id)
  const next = group?.slots.find(
    ({ state, starts_at }) => lost && state === 'free' && starts_at > lost.starts_at,
  )
  return {
    isBusy: change.isPending,
    choose,
    cancel,
    cancelForOther: cancelOfOther,
    /** After someone else was faster: the next slot of the group that is free. */
    taken: group && next && (
      <Alert color="yellow" title={t('bookings.nextFree')}>
        <Button size="xs" variant="default" onClick={() => choose(group, next)}>
          {slotOf(next, zone)}
        </Button>
      </Alert>
    ),
  }
}
