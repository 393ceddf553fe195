import type { PasswordInputProps } from '@mantine/core'
import { t } from '../texts/texts.ts'
import { PasswordField } from '../ui/PasswordField.tsx'

/** Asked for before what a stolen session must not do. */
export function CurrentPasswordInput(props: PasswordInputProps) {
  return (
    <PasswordField label={t('field.current_password')} autoComplete="current-password" {...props} />
  )
}
