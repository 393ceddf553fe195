import type { Device } from '@coinless/contract/devices.ts'
import { stickerNumberOf } from '@coinless/contract/sticker-numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { ApiError, messageOf } from '../../shared/calls/client.ts'
import { showAnswer } from '../../shared/queries/query-client.ts'
import { t } from '../../shared/texts/texts.ts'
import { deviceOfStickerQuery, deviceQuery, scannedQuery } from './machine-queries.ts'
import { offered } from './offered.ts'

/**
 * The chosen device, kept current because its price may change while the page is open. The address holds its id for
 * reload, sign-in and Back, or the sticker number until the device is found.
 */
export function usePayableDevice() {
  const [address, setAddress] = useSearchParams()
  const id = address.get('device')
  const sticker = id === null ? address.get('sticker') : null
  const [picked, setPicked] = useState<{ at: string; programme: string }>()
  const { data, error, isLoading } = useQuery({
    ...deviceQuery(id ?? ''),
    enabled: id !== null,
  })
  const found = useDeviceOfSticker(sticker, choose)
  function choose(device: Device | null) {
    if (device) void showAnswer(['devices', device.id], device)
    go(device && { device: device.id })
  }
  function go(chosen: Record<string, string> | null) {
    const [cycle, code] = [address.get('cycle'), address.get('code')]
    const kept = { ...(cycle && { cycle }), ...(chosen && code && { code }) }
    setAddress({ ...kept, ...chosen }, { replace: true })
  }
  // Deleted since it was shown, so its cached data is outdated.
  const isGone = error instanceof ApiError && error.status === 404
  const isActive = data?.status === 'active' && !isGone
  // Closed machines are unseen by strangers, except at their sticker.
  const isUnseen = found.error !== null && isRefused(found.error)
  const closedNumber = isUnseen
    ? stickerNumberOf(sticker ?? '')
    : data && !isActive
      ? data.sticker_number
      : null
  const { data: closed, isLoading: isAsking } = useQuery({
    ...scannedQuery(closedNumber ?? ''),
    enabled: closedNumber !== null,
    retry: false,
  })
  const programme = picked?.at === id ? picked?.programme : undefined
  return {
    device: isActive ? offered(data, programme) : undefined,
    isLoading: isLoading || found.isLoading || (isUnseen && isAsking),
    problem: problem(),
    /** Retries a request that got no answer. */
    retry: found.error && !isRefused(found.error) ? found.retry : undefined,
    choose,
    chooseProgramme: (name: string) => setPicked({ at: id ?? '', programme: name }),
    sticker,
    /** Available machines beside one that cannot be paid at. */
    others: closed?.others,
    /** Room of a device that cannot be paid at: others there may be available. */
    roomOf: data?.id ?? stickerNumberOf(sticker ?? '') ?? (isGone ? id : null),
    look: (number: string) => {
      if (number === sticker) found.retry()
      else go({ sticker: number })
    },
  }

  /** Why the requested device cannot be paid at. */
  function problem(): string | undefined {
    if (isUnseen && isAsking) return undefined
    if (isUnseen && closed) return t('payments.deviceInactive', { label: closed.label })
    // Data that is shown stays if it only could not be reloaded.
    const failure = found.error ?? (data ? null : error)
    if (failure) return messageOf(failure, t('devices.loadFailed'))
    return data && !isActive ? t('payments.deviceInactive', { label: data.label }) : undefined
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Skips a number that cannot be a sticker's: the field says so. */
function useDeviceOfSticker(typed: string | null, choose: (device: Device) => void) {
  const number = stickerNumberOf(typed ?? '')
  const { data, error, isLoading, refetch } = useQuery({
    ...deviceOfStickerQuery(number ?? ''),
    enabled: number !== null,
  })
  const arrive = useEffectEvent(choose)
  useEffect(() => {
    if (data) arrive(data)
  }, [data])
  // A found device is chosen next; no others are offered until then.
  return { error, isLoading: isLoading || data !== undefined, retry: () => void refetch() }
}
