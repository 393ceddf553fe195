import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { t } from '../texts/texts.ts'

export function PasswordField(props: PasswordInputProps) {
  const toggle = { 'aria-label': t('action.showPassword') }
  return <PasswordInput visibilityToggleButtonProps={toggle} {...props} />
}
