import type { CodeChoice } from '@coinless/contract/payments.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { codeChoicesQuery, wantedCodeQuery } from './machine-queries.ts'
import type { OfferedDevice } from './offered.ts'

const none: readonly CodeChoice[] = []
const typedCode = 'typed'

/**
 * Codes that can pay at a device without typing, and the chosen one: the one that the address names, or the first that
 * suffices, until the user chooses another or types. Without an answer only the field is shown.
 */
export function useCodeChoices(device: OfferedDevice | undefined) {
  const deviceId = device?.id
  const { programme, offers } = device ?? {}
  const isFirst = !programme || programme === offers?.[0]?.programme
  const wanted = useSearchParams()[0].get('code') ?? undefined
  const [picked, setPicked] = useState(wanted)
  const { data, isLoading } = useQuery({
    ...codeChoicesQuery(deviceId ?? '', isFirst ? undefined : programme, wanted),
    enabled: deviceId !== undefined,
  })
  const { data: alone } = useQuery({
    ...wantedCodeQuery(wanted ?? ''),
    enabled: deviceId === undefined && wanted !== undefined,
  })
  const all = (deviceId === undefined ? alone : data) ?? none
  const sufficient = all.filter(({ suffices }) => suffices)
  const chosen =
    picked === typedCode ? undefined : (sufficient.find(({ id }) => id === picked) ?? sufficient[0])
  return {
    all,
    sufficient,
    chosen,
    wanted,
    /** Whether the wanted code is not accepted at the device. */
    isWantedRefused: wanted !== undefined && data?.every(({ id }) => id !== wanted) === true,
    isLoading,
    choose: (code: CodeChoice) => setPicked(code.id),
    chooseTyped: () => setPicked(typedCode),
    /** Called once it has paid. */
    startAfresh: () => setPicked(undefined),
  }
}

export type Choices = ReturnType<typeof useCodeChoices>
