import type { Booking } from '@coinless/contract/bookings.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { NoAnswer, NotSent } from '../calls/connection.ts'

const key = ['bookings']

/** Others book at the same time. */
const renewMs = 15_000

export const ownBookingsQuery = queryOptions({
  queryKey: [...key, 'own'],
  queryFn: async ({ signal }) => (await call(calls.bookings.own, { signal })).data,
  staleTime: 0,
})

/** @param from first day; undefined: today */
export function bookableDaysQuery(number: string, from: string | undefined) {
  return queryOptions({
    queryKey: [...key, 'of room', number, from ?? 'today'],
    queryFn: ({ signal }) =>
      call(calls.bookings.ofRoom, { params: { number }, query: from ? { from } : {}, signal }),
    staleTime: 0,
    refetchInterval: renewMs,
  })
}

interface Chosen {
  group_id: string
  starts_at: string
}

/** Books, moves and cancels. All lists of bookings are loaded again, also after a lost answer. */
export function useBookingChange(failed: (error: unknown) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: ['change booking'],
    mutationFn: (change: () => Promise<Booking | null>) => change(),
    onError: failed,
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}

/** Repeats a call without an answer once: it has no effect if it is done. */
async function withRepeat(change: () => Promise<Booking>): Promise<Booking> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof NoAnswer) || error instanceof NotSent) throw error
    return change()
  }
}

export const bookSlot = (body: Chosen) => () =>
  withRepeat(() => call(calls.bookings.book, { body }))

export const moveBooking =
  ({ id }: Booking, body: Chosen) =>
  () =>
    withRepeat(() => call(calls.bookings.move, { params: { id }, body }))

export const cancelBooking = (id: string) => async () => {
  await call(calls.bookings.cancel, { params: { id } })
  return null
}

export const cancelForOther = (number: string, id: string) => async () => {
  await call(calls.bookings.cancelForOther, { params: { number, id } })
  return null
}
