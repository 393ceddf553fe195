import type { Device } from '@coinless/contract/devices.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { calls } from '../calls/calls.ts'
import { ApiError, call, messageOf } from '../calls/client.ts'
import { t } from '../texts/texts.ts'

/**
 * The chosen device as it is now: its price may change while the page is open. Which it is stands in the
 * address, for a reload, a new sign-in and Back.
 */
export function usePayableDevice() {
  const [address, setAddress] = useSearchParams()
  const id = address.get('device')
  const queryClient = useQueryClient()
  const { data, error, isLoading } = useQuery({
    queryKey: ['devices', id],
    queryFn: ({ signal }) => call(calls.devices.get, { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
  })
  function choose(device: Device | null) {
    if (device) queryClient.setQueryData(['devices', device.id], device)
    const cycle = address.get('cycle')
    setAddress({ ...(cycle && { cycle }), ...(device && { device: device.id }) }, { replace: true })
  }
  // Deleted since it was shown: what is known of it is of no use any more.
  const isGone = error instanceof ApiError && error.status === 404
  const isActive = data?.status === 'active' && !isGone
  return { device: isActive ? data : undefined, isLoading, problem: problem(), choose }

  /** Why the device that was asked for cannot be paid at. */
  function problem(): string | undefined {
    if (error) return messageOf(error, t('devices.loadFailed'))
    return data && !isActive ? t('payments.deviceInactive', { label: data.label }) : undefined
  }
}
