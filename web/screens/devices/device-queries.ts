import type { DeviceLink } from '@coinless/contract/device-links.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { calls } from '../../shared/calls/calls.ts'
import { call, callWithVersion } from '../../shared/calls/client.ts'
import { keyOf } from '../../shared/live/live.ts'
import { pollInterval, useLive } from '../../shared/live/use-live.ts'
import { inputOf } from './device-input.ts'
import { nextDevice } from './use-another.ts'

export function deviceQuery(id: string) {
  return queryOptions({
    queryKey: ['devices', id],
    queryFn: ({ signal }) => call(calls.devices.get, { params: { id }, signal }),
  })
}

const goneMs = 5_000

/** Link of a device with live updates, for users who may change the device. */
export function useDeviceLink(id: string) {
  const queryKey = ['devices', id, 'link']
  const knownOf = ({ thing }: { thing: DeviceLink | null }) => ({ [keyOf.linkOf(id)]: thing })
  useLive({ link: id }, { queryKey, knownOf })
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => callWithVersion(calls.deviceLinks.get, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      // After an error, events have no known data to compare with: poll.
      state.status === 'error' ? goneMs : pollInterval(state.data ? knownOf(state.data) : {}),
  })
}

/** Controllers that the device can be linked to. */
export function linkChoicesQuery(id: string) {
  return queryOptions({
    queryKey: ['devices', id, 'link choices'],
    queryFn: ({ signal }) => call(calls.deviceLinks.choices, { params: { id }, signal }),
    staleTime: 0,
  })
}

/** For the edit form: always reloaded. */
export function changeableDeviceQuery(id: string) {
  return queryOptions({
    queryKey: ['devices', id, 'to change'],
    queryFn: ({ signal }) => callWithVersion(calls.devices.get, { params: { id }, signal }),
    staleTime: 0,
  })
}

/** Prices with their version, on which a change is based, and the time zone of the place. */
export function devicePricesQuery(id: string) {
  return queryOptions({
    queryKey: ['devices', id, 'prices'],
    queryFn: async ({ signal }) => {
      const [prices, { place_time_zone }] = await Promise.all([
        callWithVersion(calls.devicePrices.get, { params: { id }, signal }),
        call(calls.devicePrices.at, { params: { id }, query: {}, signal }),
      ])
      return { ...prices, placeZone: place_time_zone }
    },
    staleTime: 0,
  })
}

/** Initial values for a duplicate of a device: not reloaded when devices change, as they do while it is saved. */
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
