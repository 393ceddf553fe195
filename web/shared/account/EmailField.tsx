import type { TextInputProps } from '@mantine/core'
import { t } from '../texts/texts.ts'
import { AddressInput } from '../ui/AddressInput.tsx'

/** Password managers fill in the address of the account. */
export function EmailField(props: TextInputProps) {
  return <AddressInput label={t('field.email')} autoComplete="username" {...props} />
}
