import { userTypes } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { Button, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { calls } from '../api/calls.ts'
import { call, fieldErrorsOf } from '../api/client.ts'
import { showFailure } from '../queries/failures.ts'
import { storeSession } from '../session/session-store.ts'
import { t } from '../texts/texts.ts'
import { options } from '../ui/formats.ts'
import { showError, showSuccess } from '../ui/toasts.ts'
import { useCheckedForm } from '../ui/use-checked-form.ts'
import { keepTyped, typedBefore } from './signing-in.ts'

type Registration = {
  full_name: string
  user_type: 'tenant' | 'landlord'
  email: string
  password: string
}

export function RegisterForm() {
  const { email, full_name, user_type } = typedBefore()
  const form = useCheckedForm<Registration>({
    initialValues: { full_name, user_type, email, password: '' },
    onValuesChange: ({ password: _, ...typed }) => keepTyped({ ...typed, form: 'register' }),
  })
  const register = useMutation({
    mutationFn: (body: Registration) => call(calls.auth.register, { body }),
    onSuccess: (answer) => {
      storeSession(answer)
      showSuccess(t('auth.registered'))
    },
    onError: (error) => {
      form.showErrors(fieldErrorsOf(error))
      showFailure(t('auth.registrationFailed'))(error)
    },
  })

  function submit(values: Registration) {
    const { full_name, email, password } = values
    const empty = Object.entries({ full_name: full_name.trim(), email: email.trim(), password })
      .filter(([, value]) => !value)
      .map(([field]) => field)
    form.focusFirst(empty)
    if (empty.length > 0) return showError(t('auth.fillAll'))
    if (password.length < limits.passwordMin) {
      form.focusFirst(['password'])
      return showError(t('auth.shortPassword', { min: limits.passwordMin }))
    }
    register.mutate(values)
  }

  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        <TextInput
          label={t('field.fullName')}
          autoComplete="name"
          {...form.getInputProps('full_name')}
        />
        <NativeSelect
          label={t('field.userType')}
          data={options(userTypes)}
          {...form.getInputProps('user_type')}
        />
        <TextInput
          label={t('field.email')}
          type="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('field.password')}
          visibilityToggleButtonProps={{ 'aria-label': t('action.showPassword') }}
          description={t('auth.passwordHint', { min: limits.passwordMin })}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={register.isPending}>
          {t('auth.createAccount')}
        </Button>
      </Stack>
    </form>
  )
}
