import type { Device } from '@coinless/contract/devices.ts'
import { endpoints } from '@coinless/contract/endpoints.ts'
import { id as idSchema } from '@coinless/contract/fields.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'

/** The chosen device as it is now: its price may change while the page is open. */
export function usePayableDevice(initialId: string | null) {
  const [id, setId] = useState(initialId)
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: ['devices', id],
    queryFn: ({ signal }) => call(endpoints.devices.get, { params: { id: id ?? '' }, signal }),
    enabled: idSchema.safeParse(id).success,
  })
  function choose(device: Device | null) {
    if (device) queryClient.setQueryData(['devices', device.id], device)
    setId(device?.id ?? null)
  }
  return { device: data?.status === 'active' ? data : undefined, choose }
}
