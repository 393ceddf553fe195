import { queryOptions } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'

export function roomQuery(sticker_number: string) {
  return queryOptions({
    queryKey: ['devices', 'room', sticker_number],
    queryFn: ({ signal }) => call(calls.rooms.get, { params: { sticker_number }, signal }),
    staleTime: 0,
  })
}

export function signQuery(sticker_number: string) {
  return queryOptions({
    queryKey: ['devices', 'room', sticker_number, 'sign'],
    queryFn: ({ signal }) => call(calls.rooms.sign, { params: { sticker_number }, signal }),
    // Always prints current data.
    staleTime: 0,
  })
}

/** Polling interval while waiting: the notification may have been sent, or another device may have changed the wait. */
const waitingMs = 30_000

export function waitsQuery(sticker_number: string) {
  return queryOptions({
    queryKey: ['rooms', sticker_number, 'waits'],
    queryFn: ({ signal }) => call(calls.rooms.waits, { params: { sticker_number }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.length ? waitingMs : false),
  })
}
