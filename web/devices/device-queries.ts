import { endpoints } from '@coinless/contract/endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, callWithVersion } from '../api.ts'

export function deviceQuery(id: string) {
  return queryOptions({
    queryKey: ['devices', id],
    queryFn: ({ signal }) => call(endpoints.devices.get, { params: { id }, signal }),
  })
}

/** For the form that changes it: always as it is now. */
export function changeableDeviceQuery(id: string) {
  return queryOptions({
    queryKey: ['devices', id, 'to change'],
    queryFn: ({ signal }) => callWithVersion(endpoints.devices.get, { params: { id }, signal }),
    staleTime: 0,
  })
}
