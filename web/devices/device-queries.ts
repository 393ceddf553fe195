import { queryOptions } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call, callWithVersion } from '../calls/client.ts'

export function deviceQuery(id: string) {
  return queryOptions({
    queryKey: ['devices', id],
    queryFn: ({ signal }) => call(calls.devices.get, { params: { id }, signal }),
  })
}

/** What switches it, for whoever may change the device: asked for again while it is on the screen. */
export function deviceLinkQuery(id: string) {
  return queryOptions({
    queryKey: ['devices', id, 'link'],
    queryFn: ({ signal }) => callWithVersion(calls.deviceLinks.get, { params: { id }, signal }),
    refetchInterval: 5000,
  })
}

/** Controllers that it may hang on. */
export function linkChoicesQuery(id: string) {
  return queryOptions({
    queryKey: ['devices', id, 'link choices'],
    queryFn: ({ signal }) => call(calls.deviceLinks.choices, { params: { id }, signal }),
    staleTime: 0,
  })
}

/** For the form that changes it: always as it is now. */
export function changeableDeviceQuery(id: string) {
  return queryOptions({
    queryKey: ['devices', id, 'to change'],
    queryFn: ({ signal }) => callWithVersion(calls.devices.get, { params: { id }, signal }),
    staleTime: 0,
  })
}
