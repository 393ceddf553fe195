import type { Device } from '@coinless/contract/devices.ts'
import { stickerNumberOf } from '@coinless/contract/sticker-numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError, messageOf } from '../calls/client.ts'
import { showAnswer } from '../queries/query-client.ts'
import { t } from '../texts/texts.ts'
import { deviceOfStickerQuery, deviceQuery } from './machine-queries.ts'
import { offered } from './offered.ts'

/**
 * The chosen device as it is now: its price may change while the page is open. Which it is stands in the
 * address, for a reload, a new sign-in and Back; or the number on its sticker, until the device is found.
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
    const cycle = address.get('cycle')
    setAddress({ ...(cycle && { cycle }), ...chosen }, { replace: true })
  }
  // Deleted since it was shown: what is known of it is of no use any more.
  const isGone = error instanceof ApiError && error.status === 404
  const isActive = data?.status === 'active' && !isGone
  const programme = picked?.at === id ? picked?.programme : undefined
  return {
    device: isActive ? offered(data, programme) : undefined,
    isLoading: isLoading || found.isLoading,
    problem: problem(),
    /** Asks again for what no answer came to. */
    retry: found.error && !isRefused(found.error) ? found.retry : undefined,
    choose,
    chooseProgramme: (name: string) => setPicked({ at: id ?? '', programme: name }),
    sticker,
    /** Of what cannot be paid at: others in its room may be free. */
    roomOf: stickerNumberOf(sticker ?? '') ?? data?.sticker_number ?? (isGone ? id : null),
    look: (number: string) => {
      if (number === sticker) found.retry()
      else go({ sticker: number })
    },
  }

  /** Why the device that was asked for cannot be paid at. */
  function problem(): string | undefined {
    // What is shown and could only not be loaded anew stays.
    const failure = found.error ?? (data ? null : error)
    if (failure) return messageOf(failure, t('devices.loadFailed'))
    return data && !isActive ? t('payments.deviceInactive', { label: data.label }) : undefined
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** One that cannot be a sticker's number is asked for by nobody: the field says so. */
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
  // One that is found is about to be chosen: until then nobody is offered the others.
  return { error, isLoading: isLoading || data !== undefined, retry: () => void refetch() }
}
