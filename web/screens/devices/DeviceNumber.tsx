import { limits } from '@coinless/contract/limits.ts'
import { Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError, messageOf } from '../../shared/calls/client.ts'
import { t } from '../../shared/texts/texts.ts'

/** Asks for confirmation before two devices of an owner get the same number. */
export function useSameNumber() {
  const [taken, setTaken] = useState<string>()
  const [isWanted, setWanted] = useState(false)
  const isAsked = (typed: string) => typed === taken

  /** @returns the error of the field if the number is taken, otherwise none */
  function ask(error: unknown, number: string): Record<string, string> {
    if (!(error instanceof ApiError) || error.code !== 'device_number_taken') return {}
    setTaken(number)
    setWanted(false)
    return { device_number: messageOf(error, '') }
  }

  return { ask, isAsked, isWanted: (typed: string) => isAsked(typed) && isWanted, setWanted }
}

interface DeviceNumberProps {
  input: (field: 'device_number') => object
  typed: string
  same: ReturnType<typeof useSameNumber>
}

export function DeviceNumber({ input, typed, same }: DeviceNumberProps) {
  return (
    <Stack gap="xs">
      <TextInput
        label={t('field.device_number')}
        required
        maxLength={limits.deviceNumberMax}
        {...input('device_number')}
      />
      {same.isAsked(typed) && (
        <Switch
          label={t('devices.sameNumber')}
          checked={same.isWanted(typed)}
          onChange={(event) => same.setWanted(event.currentTarget.checked)}
        />
      )}
    </Stack>
  )
}
