import { endpoints } from '@coinless/contract/endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'

export function deviceQuery(id: string) {
  return queryOptions({
    queryKey: ['devices', id],
    queryFn: ({ signal }) => call(endpoints.devices.get, { params: { id }, signal }),
  })
}
