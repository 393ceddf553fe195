import { limits } from '@coinless/contract/limits.ts'
import { TextInput, type TextInputProps } from '@mantine/core'

/** For an email address. Not of the type `email`: Chromium turns the ß of a domain into ss, which is another domain. */
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
