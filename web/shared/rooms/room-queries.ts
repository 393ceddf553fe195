import { queryOptions } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call, callWithVersion } from '../calls/client.ts'

export function roomQuery(number: string) {
  return queryOptions({
    queryKey: ['devices', 'room', number],
    queryFn: ({ signal }) => call(calls.rooms.get, { params: { number }, signal }),
    staleTime: 0,
  })
}

export function signQuery(number: string) {
  return queryOptions({
    queryKey: ['devices', 'room', number, 'sign'],
    queryFn: ({ signal }) => call(calls.rooms.sign, { params: { number }, signal }),
    // Always prints current data.
    staleTime: 0,
  })
}

export function openingHoursQuery(number: string) {
  return queryOptions({
    queryKey: ['devices', 'room', number, 'opening hours'],
    queryFn: ({ signal }) =>
      callWithVersion(calls.openingHours.get, { params: { number }, signal }),
    staleTime: 0,
  })
}

export function rulesQuery(number: string) {
  return queryOptions({
    queryKey: ['devices', 'room', number, 'rules'],
    queryFn: ({ signal }) => callWithVersion(calls.rooms.rules, { params: { number }, signal }),
    staleTime: 0,
  })
}

/** Polling interval while waiting: the notification may have been sent, or another device may have changed the wait. */
const waitingMs = 30_000

export function waitsQuery(number: string) {
  return queryOptions({
    queryKey: ['rooms', number, 'waits'],
    queryFn: ({ signal }) => call(calls.rooms.waits, { params: { number }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.length ? waitingMs : false),
  })
}
