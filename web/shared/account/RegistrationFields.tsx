import { userTypes } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { NativeSelect, TextInput } from '@mantine/core'
import { t } from '../texts/texts.ts'
import { options } from '../ui/formats.ts'
import { PasswordField } from '../ui/PasswordField.tsx'
import { EmailField } from './EmailField.tsx'
import type { Registration } from './registration.ts'

interface RegistrationFieldsProps {
  form: { getInputProps: (field: keyof Registration) => object }
}

export function RegistrationFields({ form }: RegistrationFieldsProps) {
  return (
    <>
      <TextInput
        label={t('field.full_name')}
        autoComplete="name"
        {...form.getInputProps('full_name')}
      />
      <NativeSelect
        label={t('field.user_type')}
        data={options(userTypes)}
        {...form.getInputProps('user_type')}
      />
      <EmailField {...form.getInputProps('email')} />
      <PasswordField
        label={t('field.password')}
        description={t('auth.passwordHint', { min: limits.passwordMin })}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
    </>
  )
}
