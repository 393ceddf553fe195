import type { Device } from '@coinless/contract/devices.ts'
import { stickerNumberOf } from '@coinless/contract/sticker-numbers.ts'
import { queryOptions } from '@tanstack/react-query'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { queryClient, showAnswer } from '../../shared/queries/query-client.ts'

const patienceMs = 500

export function deviceQuery(id: string) {
  return queryOptions({
    queryKey: ['devices', id],
    queryFn: ({ signal }) => call(calls.devices.get, { params: { id }, signal }),
  })
}

export function deviceOfStickerQuery(number: string) {
  return queryOptions({
    queryKey: ['devices', 'of sticker', number],
    queryFn: ({ signal }) =>
      call(calls.devices.findBySticker, { params: { sticker_number: number }, signal }),
    // Cached data may be outdated.
    gcTime: 0,
  })
}

/**
 * A machine as anyone at it sees it, also while it takes no payments, and the available ones beside it.
 * @param state asks again when it changes
 */
export function scannedQuery(sticker_number: string, state = '') {
  return queryOptions({
    queryKey: ['devices', 'scanned', sticker_number, state],
    queryFn: ({ signal }) => call(calls.rooms.scanned, { params: { sticker_number }, signal }),
    staleTime: 0,
  })
}

/** Current price, and when it changes. */
export function offersQuery(id: string) {
  return queryOptions({
    queryKey: ['devices', id, 'offers'],
    queryFn: ({ signal }) => call(calls.devicePrices.at, { params: { id }, signal }),
  })
}

/**
 * @param programme unless it is the first one
 * @param codeId of a code that the user wants to pay with
 */
export function codeChoicesQuery(deviceId: string, programme?: string, codeId?: string) {
  return queryOptions({
    queryKey: ['prepaid-codes', 'choices', deviceId, programme ?? null, codeId ?? null],
    queryFn: async ({ signal }) => {
      const query = {
        device_id: deviceId,
        ...(programme !== undefined && { programme }),
        ...(codeId !== undefined && { code_id: codeId }),
      }
      return (await call(calls.payments.codes, { query, signal })).data
    },
  })
}

/** A code that the user wants to pay with, before a device says whether it can. */
export function wantedCodeQuery(codeId: string) {
  return queryOptions({
    queryKey: ['prepaid-codes', 'wallet', 'one', codeId],
    queryFn: async ({ signal }) => {
      const { data } = await call(calls.payments.wallet, { query: { code_id: codeId }, signal })
      return data.map((code) => ({ ...code, whose: null, suffices: true }))
    },
  })
}

/**
 * Opens the payment at a sticker's machine with all data loaded, so that it draws once. Data that is late loads on its
 * screen, which also reports failures.
 */
export async function arriveAt(typed: string): Promise<void> {
  const inTime = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs))
  const device = await Promise.race([machineOf(typed).catch(() => undefined), inTime])
  if (!device) return
  history.replaceState(null, '', paths.payAt(device.id))
  await Promise.race([queryClient.prefetchQuery(codeChoicesQuery(device.id)), inTime])
}

async function machineOf(typed: string): Promise<Device | undefined> {
  const number = stickerNumberOf(typed)
  if (!number) return undefined
  const device = await queryClient.fetchQuery(deviceOfStickerQuery(number))
  await showAnswer(['devices', device.id], device)
  return device
}
