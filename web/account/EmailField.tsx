import { TextInput, type TextInputProps } from '@mantine/core'
import { t } from '../texts/texts.ts'

/** Password managers fill it with the address of the account. */
export function EmailField(props: TextInputProps) {
  return <TextInput label={t('field.email')} type="email" autoComplete="username" {...props} />
}
