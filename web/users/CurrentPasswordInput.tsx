import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { t } from '../texts/texts.ts'

/** Asked for before what a stolen session must not do. */
export function CurrentPasswordInput(props: PasswordInputProps) {
  return (
    <PasswordInput
      label={t('profile.currentPassword')}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t('action.showPassword') }}
      {...props}
    />
  )
}
