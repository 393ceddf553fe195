import type { Device } from '@coinless/contract/devices.ts'
import { isPartOf } from '@coinless/contract/folded.ts'
import { limits } from '@coinless/contract/limits.ts'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { call, messageOf } from '../../shared/calls/client.ts'
import { t } from '../../shared/texts/texts.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { typingPauseMs } from '../../shared/ui/SearchField.tsx'
import { showError } from '../../shared/ui/toasts.ts'

export interface DevicePickerProps {
  device: Device | undefined
  choose: (device: Device | null) => void
  /** Whether the user has just opened it. */
  takesFocus: boolean
}

/** Offers the first verified devices, up to the list's limit, and searches all of them; a whole number finds any. */
export default function DeviceSelect({ device, choose, takesFocus }: DevicePickerProps) {
  const [typed, setTyped] = useState('')
  const isSearch = typed !== (device && optionText(device))
  const [search] = useDebouncedValue(
    isSearch ? typed.slice(0, limits.searchMax) : '',
    typingPauseMs,
  )
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['devices', 'picker', search],
    queryFn: ({ signal }) =>
      call(calls.devices.list, {
        query: { page: 1, limit: limits.listLimitMax, status: 'active', verified: true, search },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  const message = error && messageOf(error, t('devices.loadListFailed'))
  useEffect(() => {
    if (message) showError(message)
  }, [message])
  if (message) {
    return <LoadFailure message={message} retry={() => void refetch()} />
  }
  const offered = data?.data ?? []
  const isOffered = device && offered.some(({ id }) => id === device.id)
  const all = device && !isOffered ? [device, ...offered] : offered
  return (
    <Select
      ref={field}
      label={t('payments.device')}
      placeholder={isPending ? t('payments.loadingDevices') : t('payments.selectDevice')}
      nothingFoundMessage={t('payments.noDevice')}
      searchable
      clearable
      data={all.map((each) => ({ value: each.id, label: optionText(each) }))}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server search ignores accents, too.
      filter={({ options, search: text }) =>
        options.filter((option) => 'value' in option && isPartOf(text, option.label))
      }
      value={device?.id ?? null}
      onChange={(chosen) => choose(all.find(({ id }) => id === chosen) ?? null)}
    />
  )
}

function optionText(device: Device): string {
  return `${device.label} · ${device.device_number} · ${device.location}`
}
