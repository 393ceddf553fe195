import type { SignedIn } from '@coinless/contract/auth.ts'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { RegistrationFields } from '../../shared/account/RegistrationFields.tsx'
import { firstProblem, type Registration } from '../../shared/account/registration.ts'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { useFocusBack } from '../../shared/forms/use-focus-back.ts'
import { useForm } from '../../shared/forms/use-form.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { storeSession } from '../../shared/session/session-store.ts'
import { t } from '../../shared/texts/texts.ts'
import { keepTyped, typedBefore } from './signing-in.ts'

export function RegisterForm({ variant }: { variant: 'filled' | 'light' }) {
  const [{ email, full_name, user_type }] = useState(() => typedBefore())
  const form = useForm<Registration, SignedIn>({
    name: 'registration',
    initial: { full_name, user_type, email, password: '' },
    keep: ({ password: _, ...typed }) => keepTyped({ ...typed, form: 'register' }),
    objection: firstProblem,
    send: (body) => call(calls.auth.register, { body }),
    // Discarded with the screen.
    saved: (_, sent) => ({ now: sent }),
    success: t('auth.registered'),
    done: storeSession,
    failed: showFailure(t('auth.registrationFailed')),
  })

  const button = useFocusBack(form.isSaving)
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
        <RegistrationFields form={form} />
        <Button ref={button} type="submit" variant={variant} loading={form.isSaving}>
          {t('auth.createAccount')}
        </Button>
      </Stack>
    </form>
  )
}
