import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { EmailField } from '../../shared/account/EmailField.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { ApiError, call } from '../../shared/calls/client.ts'
import { NoAnswer, UnclearAnswer } from '../../shared/calls/connection.ts'
import { useFocusBack } from '../../shared/forms/use-focus-back.ts'
import { useForm } from '../../shared/forms/use-form.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { useHistoryEntry } from '../../shared/router/use-history-entry.ts'
import { storeSession } from '../../shared/session/session-store.ts'
import { t } from '../../shared/texts/texts.ts'
import { OneTimeCodeField } from '../../shared/ui/OneTimeCodeField.tsx'
import { PasswordField } from '../../shared/ui/PasswordField.tsx'
import { showError } from '../../shared/ui/toasts.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { keepTyped, typedBefore } from './signing-in.ts'

export function LoginForm({ variant }: { variant: 'filled' | 'light' }) {
  const { search } = useHistoryEntry()
  const [before] = useState(() => typedBefore())
  const [isCodeAsked, setCodeAsked] = useState(false)
  const form = useForm({
    name: 'login',
    initial: { email: before.email, password: '', second_factor: '' },
    keep: ({ email }) => keepTyped({ email, form: 'login' }),
    objection: ({ email, password }) => {
      if (email.trim() && password) return undefined
      return { fields: [email.trim() ? 'password' : 'email'], sentence: t('auth.fillAll') }
    },
    send: ({ second_factor, ...body }) =>
      call(calls.auth.login, { body: { ...body, ...(second_factor && { second_factor }) } }),
    // Discarded with the screen.
    saved: (_, sent) => ({ now: sent }),
    success: t('auth.loggedIn'),
    done: storeSession,
    failed: (error) => {
      setCodeAsked(isAskedForCode(error))
      if (!isAskedForCode(error)) showError(failureOf(error))
    },
  })
  // Once requested, the field stays: the next answer is about its code.
  const isCodeNeeded = isCodeAsked || form.values.second_factor !== ''

  const button = useFocusBack(form.isSaving)
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
        <EmailField {...form.getInputProps('email')} />
        <PasswordField
          label={t('field.password')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        {isCodeNeeded && (
          <OneTimeCodeField
            label={t('auth.secondFactor')}
            // The user has just submitted the form that requires it.
            autoFocus
            {...form.getInputProps('second_factor')}
          />
        )}
        <Button ref={button} type="submit" variant={variant} loading={form.isSaving}>
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

function failureOf(error: unknown): string {
  if (error instanceof ApiError) return error.message
  const isOfNetwork = error instanceof NoAnswer && !(error instanceof UnclearAnswer)
  return t(isOfNetwork ? 'auth.noConnection' : 'auth.loginFailed')
}
