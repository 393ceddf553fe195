import { TextInput, type TextInputProps } from '@mantine/core'

/** Takes a code that is copied from a mail or an app. */
export function OneTimeCodeField(props: TextInputProps) {
  return (
    <TextInput
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      {...props}
    />
  )
}
