import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { calls } from '../api/calls.ts'
import { ApiError, call } from '../api/client.ts'
import { paths } from '../navigation/paths.ts'
import { storeSession } from '../session/session-store.ts'
import { t } from '../texts/texts.ts'
import { showError, showSuccess } from '../ui/toasts.ts'
import { useCheckedForm } from '../ui/use-checked-form.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { keepTyped, typedBefore } from './signing-in.ts'

export function LoginForm() {
  const { search } = useLocation()
  const form = useCheckedForm({
    initialValues: { email: typedBefore().email, password: '', second_factor: '' },
    onValuesChange: ({ email }) => keepTyped({ email, form: 'login' }),
  })
  const login = useMutation({
    mutationFn: ({ second_factor, ...body }: typeof form.values) =>
      call(calls.auth.login, { body: { ...body, ...(second_factor && { second_factor }) } }),
    onSuccess: (answer) => {
      storeSession(answer)
      showSuccess(t('auth.loggedIn'))
    },
    onError: (error) => {
      if (!isAskedForCode(error)) showError(failureOf(error))
    },
  })
  // Once asked for, it stays: the next answer is about that code.
  const isCodeNeeded = isAskedForCode(login.error) || form.values.second_factor !== ''

  function submit(values: typeof form.values) {
    if (!values.email.trim() || !values.password) {
      form.focusFirst([values.email.trim() ? 'password' : 'email'])
      return showError(t('auth.fillAll'))
    }
    login.mutate(values)
  }

  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        <TextInput
          label={t('field.email')}
          type="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('field.password')}
          visibilityToggleButtonProps={{ 'aria-label': t('action.showPassword') }}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        {isCodeNeeded && (
          <TextInput
            label={t('auth.secondFactor')}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            // It appears because it was asked for just now.
            autoFocus
            {...form.getInputProps('second_factor')}
          />
        )}
        <Button type="submit" loading={login.isPending}>
          {t('auth.login')}
        </Button>
        <PasskeyButton />
        <Text ta="center" size="sm">
          <Anchor component={Link} to={paths.forgottenPassword + search}>
            {t('auth.forgot')}
          </Anchor>
        </Text>
      </Stack>
    </form>
  )
}

function isAskedForCode(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'second_factor_needed'
}

/** fetch throws a TypeError when no answer came. */
function failureOf(error: unknown): string {
  if (error instanceof ApiError) return error.message
  return error instanceof TypeError ? t('auth.noConnection') : t('auth.loginFailed')
}
