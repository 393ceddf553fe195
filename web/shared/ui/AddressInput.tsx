import { limits } from '@coinless/contract/limits.ts'
import { TextInput, type TextInputProps } from '@mantine/core'

/** Field for an email address. Not of type `email`: Chromium turns ß in a domain into ss, another domain. */
export function AddressInput(props: TextInputProps) {
  return (
    <TextInput
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={limits.emailMax}
      {...props}
    />
  )
}
