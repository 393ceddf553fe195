import { devices } from '@coinless/contract/devices.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'

export function deviceQuery(id: string) {
  return queryOptions({
    queryKey: ['devices', id],
    queryFn: ({ signal }) => call(devices.get, { params: { id }, signal }),
  })
}
