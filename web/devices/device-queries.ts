import { queryOptions } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call, callWithVersion } from '../calls/client.ts'

export function deviceQuery(id: string) {
  return queryOptions({
    queryKey: ['devices', id],
    queryFn: ({ signal }) => call(calls.devices.get, { params: { id }, signal }),
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
