import { TextInput, type TextInputProps } from '@mantine/core'
import type { Ref } from 'react'

/** Field for a code copied from a mail or an app. */
export function OneTimeCodeField(props: TextInputProps & { ref?: Ref<HTMLInputElement> }) {
  return (
    <TextInput
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      {...props}
    />
  )
}
