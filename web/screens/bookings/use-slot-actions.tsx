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
import { type LostSlot, nearestFree } from '../../shared/bookings/nearest-free.ts'
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
  /** Slot of a booking that was closed. */
  closed: LostSlot | undefined
}

const gone = new Set<string | undefined>(['slot_taken', 'slot_not_found', 'slot_not_open'])

export type SlotActions = ReturnType<typeof useSlotActions>

/** Books, moves and cancels, each after a question. */
export function useSlotActions(
  days: BookableDays | undefined,
  { moved, moveEnded, closed }: Moving,
) {
  /** A slot that the user could not book, or no longer has. */
  const [lost, setLost] = useState(closed)
  const sayFailure = showFailure(t('bookings.failed'))
  const change = useBookingChange(sayFailure)
  const zone = days?.time_zone ?? 'UTC'

  function choose(group: BookableGroup, slot: BookableSlot) {
    const chosen = { group_id: group.id, starts_at: slot.starts_at }
    confirmDeletion({
      title: moved ? t('bookings.moveTitle') : t('bookings.bookTitle'),
      text: t('units.labeled', { name: group.name, value: slotOf(slot, zone) }),
      confirmLabel: moved ? t('bookings.moveHere') : t('bookings.book'),
      color: 'blue',
      onConfirm: () =>
        change.mutate(moved ? moveBooking(moved, chosen) : bookSlot(chosen), {
          onSuccess: () => {
            moveEnded()
            setLost(undefined)
            showSuccess(moved ? t('bookings.moved') : t('bookings.booked'))
          },
          onError: (error) => {
            if (error instanceof ApiError && gone.has(error.code)) {
              setLost({ ...slot, group_id: group.id })
            }
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

  const nearest = days && lost && nearestFree(days, lost)
  return {
    isBusy: change.isPending,
    choose,
    cancel,
    cancelForOther: cancelOfOther,
    /** Another slot in place of the lost one. */
    instead: nearest && (
      <Alert color="yellow" title={t('bookings.nearestFree')}>
        <Button variant="default" onClick={() => choose(nearest.group, nearest.slot)}>
          {t('units.labeled', { name: nearest.group.name, value: slotOf(nearest.slot, zone) })}
        </Button>
      </Alert>
    ),
  }
}
