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
    // What is printed is as it is now.
    staleTime: 0,
  })
}

/** How often it is asked whether somebody still waits: they may have been told, or another device may know more. */
const waitingMs = 30_000

export function waitsQuery(sticker_number: string) {
  return queryOptions({
    queryKey: ['rooms', sticker_number, 'waits'],
    queryFn: ({ signal }) => call(calls.rooms.waits, { params: { sticker_number }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.length ? waitingMs : false),
  })
}
