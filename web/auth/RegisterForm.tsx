import type { SignedIn } from '@coinless/contract/auth.ts'
import { userTypes } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { useFocusBack } from '../forms/use-focus-back.ts'
import { useForm } from '../forms/use-form.ts'
import { showFailure } from '../queries/failures.ts'
import { storeSession } from '../session/session-store.ts'
import { t } from '../texts/texts.ts'
import { options } from '../ui/formats.ts'
import { PasswordField } from '../ui/PasswordField.tsx'
import { EmailField } from './EmailField.tsx'
import { keepTyped, typedBefore } from './signing-in.ts'

type Registration = {
  full_name: string
  user_type: 'tenant' | 'landlord'
  email: string
  password: string
}

export function RegisterForm() {
  const [{ email, full_name, user_type }] = useState(() => typedBefore())
  const form = useForm<Registration, SignedIn>({
    name: 'registration',
    initial: { full_name, user_type, email, password: '' },
    keep: ({ password: _, ...typed }) => keepTyped({ ...typed, form: 'register' }),
    objection,
    send: (body) => call(calls.auth.register, { body }),
    // Gone with the screen.
    saved: (_, sent) => ({ now: sent }),
    success: t('auth.registered'),
    done: storeSession,
    failed: showFailure(t('auth.registrationFailed')),
  })

  const button = useFocusBack(form.isSaving)
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
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
        <Button ref={button} type="submit" loading={form.isSaving}>
          {t('auth.createAccount')}
        </Button>
      </Stack>
    </form>
  )
}

/** In the words of the screen. */
function objection({ full_name, email, password }: Registration) {
  const empty = Object.entries({ full_name: full_name.trim(), email: email.trim(), password })
    .filter(([, value]) => !value)
    .map(([field]) => field)
  if (empty.length > 0) return { fields: empty, sentence: t('auth.fillAll') }
  if (password.length >= limits.passwordMin) return undefined
  return { fields: ['password'], sentence: t('auth.shortPassword', { min: limits.passwordMin }) }
}
