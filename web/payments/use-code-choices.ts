import type { CodeChoice } from '@coinless/contract/payments.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'

const none: readonly CodeChoice[] = []
const typedCode = 'typed'

/**
 * The codes that pay at a device without being typed, and which one is chosen: the first that suffices, until
 * somebody chooses another one or types. Without an answer there is the field as ever.
 */
export function useCodeChoices(deviceId: string | undefined) {
  const [picked, setPicked] = useState<string>()
  const { data, isLoading } = useQuery({
    queryKey: ['prepaid-codes', 'choices', deviceId],
    queryFn: async ({ signal }) => {
      const query = { device_id: deviceId }
      return (await call(calls.payments.codes, { query, signal })).data
    },
    enabled: deviceId !== undefined,
  })
  const all = deviceId === undefined ? none : (data ?? none)
  const sufficient = all.filter(({ suffices }) => suffices)
  const chosen =
    picked === typedCode ? undefined : (sufficient.find(({ id }) => id === picked) ?? sufficient[0])
  return {
    all,
    sufficient,
    chosen,
    isLoading,
    choose: (code: CodeChoice) => setPicked(code.id),
    chooseTyped: () => setPicked(typedCode),
    /** Once it has paid. */
    startAfresh: () => setPicked(undefined),
  }
}

export type Choices = ReturnType<typeof useCodeChoices>
