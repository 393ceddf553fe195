import type { DeviceLink } from '@coinless/contract/device-links.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call, callWithVersion } from '../calls/client.ts'
import { keyOf } from '../live/live.ts'
import { askAgain, useLive } from '../live/use-live.ts'
import { inputOf } from './device-input.ts'
import { nextDevice } from './use-another.ts'

export function deviceQuery(id: string) {
  return queryOptions({
    queryKey: ['devices', id],
    queryFn: ({ signal }) => call(calls.devices.get, { params: { id }, signal }),
  })
}

const goneMs = 5_000

/** What switches it, for whoever may change the device, as it changes. */
export function useDeviceLink(id: string) {
  const queryKey = ['devices', id, 'link']
  const knownOf = ({ thing }: { thing: DeviceLink | null }) => ({ [keyOf.linkOf(id)]: thing })
  useLive({ link: id }, { queryKey, knownOf })
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => callWithVersion(calls.deviceLinks.get, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      // One that is gone is told, and known no more.
      state.status === 'error' ? goneMs : askAgain(state.data ? knownOf(state.data) : {}),
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

/** With the version that a change of them is based on. */
export function devicePricesQuery(id: string) {
  return queryOptions({
    queryKey: ['devices', id, 'prices'],
    queryFn: ({ signal }) => callWithVersion(calls.devicePrices.get, { params: { id }, signal }),
    staleTime: 0,
  })
}

/** What the form of another device like this one begins with: not asked anew when devices are, as while it is saved. */
export function duplicateQuery(id: string) {
  return queryOptions({
    queryKey: ['duplicate', id],
    queryFn: async ({ signal }) => {
      const device = await call(calls.devices.get, { params: { id }, signal })
      const prices =
        device.offers && (await call(calls.devicePrices.get, { params: { id }, signal }))
      return { device: await nextDevice(inputOf(device)), prices }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
