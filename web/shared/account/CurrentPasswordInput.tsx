import type { PasswordInputProps } from '@mantine/core'
import { t } from '../texts/texts.ts'
import { PasswordField } from '../ui/PasswordField.tsx'

/** Protects actions that a stolen session must not perform. */
export function CurrentPasswordInput(props: PasswordInputProps) {
  return (
    <PasswordField label={t('field.current_password')} autoComplete="current-password" {...props} />
  )
}
