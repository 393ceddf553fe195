import type { SignedIn } from '@coinless/contract/auth.ts'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { RegistrationFields } from '../account/RegistrationFields.tsx'
import { firstProblem, type Registration } from '../account/registration.ts'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { useFocusBack } from '../forms/use-focus-back.ts'
import { useForm } from '../forms/use-form.ts'
import { showFailure } from '../queries/failures.ts'
import { storeSession } from '../session/session-store.ts'
import { t } from '../texts/texts.ts'
import { keepTyped, typedBefore } from './signing-in.ts'

export function RegisterForm() {
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
        <Button ref={button} type="submit" loading={form.isSaving}>
          {t('auth.createAccount')}
        </Button>
      </Stack>
    </form>
  )
}
