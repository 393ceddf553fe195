import { auth } from '@coinless/contract/auth.ts'
import { limits } from '@coinless/contract/limits.ts'
import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router'
import type { z } from 'zod'
import { calls } from '../api/calls.ts'
import { call, fieldErrorsOf } from '../api/client.ts'
import { paths } from '../navigation/paths.ts'
import { showFailure } from '../queries/failures.ts'
import { t } from '../texts/texts.ts'
import { checkedBy } from '../ui/form-check.ts'
import { showSuccess } from '../ui/toasts.ts'
import { useCheckedForm } from '../ui/use-checked-form.ts'
import { useIfStillHere } from '../ui/use-if-still-here.ts'
import { SignInFrame } from './SignInFrame.tsx'
import { keepTyped, typedBefore } from './signing-in.ts'

export default function ForgottenPassword() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const ifStillHere = useIfStillHere()
  const form = useCheckedForm({
    initialValues: { email: typedBefore().email, code: '', new_password: '' },
    onValuesChange: ({ email }) => keepTyped({ email }),
  })
  const sending = useMutation({
    mutationFn: (email: string) => call(calls.auth.sendPasswordCode, { body: { email } }),
    onSuccess: ({ mail_delayed }) =>
      showSuccess(t(mail_delayed ? 'auth.codeDelayed' : 'auth.codeSent')),
    onError: showFailure(t('auth.sendFailed')),
  })
  const change = useMutation({
    mutationFn: (body: typeof form.values) => call(calls.auth.resetPassword, { body }),
    onSuccess: () => {
      ifStillHere(() => navigate(paths.auth + search))
      showSuccess(t('auth.resetDone'))
    },
    onError: (error) => {
      form.showErrors(fieldErrorsOf(error))
      showFailure(t('auth.resetFailed'))(error)
    },
  })

  function isFilled(schema: z.ZodType, values: object): boolean {
    const errors = checkedBy(schema)(values)
    form.showErrors(errors)
    return Object.keys(errors).length === 0
  }

  function send() {
    const { email } = form.values
    if (isFilled(auth.sendPasswordCode.body, { email })) sending.mutate(email)
  }

  function submit() {
    if (isFilled(auth.resetPassword.body, form.values)) change.mutate(form.values)
  }

  return (
    <SignInFrame title={t('auth.resetTitle')} hint={t('auth.resetHint')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        noValidate
      >
        <Stack>
          <TextInput
            label={t('field.email')}
            type="email"
            autoComplete="username"
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || sending.isSuccess || form.values.code) return
              event.preventDefault()
              if (!sending.isPending) send()
            }}
            {...form.getInputProps('email')}
          />
          <Button variant="default" loading={sending.isPending} onClick={send}>
            {t('auth.sendCode')}
          </Button>
          <TextInput
            label={t('auth.code')}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            {...form.getInputProps('code')}
          />
          <PasswordInput
            label={t('auth.newPassword')}
            description={t('auth.passwordHint', { min: limits.passwordMin })}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('action.showPassword') }}
            {...form.getInputProps('new_password')}
          />
          <Button type="submit" loading={change.isPending}>
            {t('auth.reset')}
          </Button>
          <Text ta="center" size="sm">
            <Anchor component={Link} to={paths.auth + search}>
              {t('auth.backToLogin')}
            </Anchor>
          </Text>
        </Stack>
      </form>
    </SignInFrame>
  )
}
