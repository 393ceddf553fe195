import { auth } from '@coinless/contract/auth.ts'
import { limits } from '@coinless/contract/limits.ts'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { EmailField } from '../../shared/account/EmailField.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { useFocusBack } from '../../shared/forms/use-focus-back.ts'
import { useForm } from '../../shared/forms/use-form.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { useSingleMutation } from '../../shared/queries/use-single-mutation.ts'
import { Link } from '../../shared/router/Link.tsx'
import { useHistoryEntry } from '../../shared/router/use-history-entry.ts'
import { t } from '../../shared/texts/texts.ts'
import { checkedBy } from '../../shared/ui/form-check.ts'
import { OneTimeCodeField } from '../../shared/ui/OneTimeCodeField.tsx'
import { PasswordField } from '../../shared/ui/PasswordField.tsx'
import { showSuccess } from '../../shared/ui/toasts.ts'
import { SignInFrame } from './SignInFrame.tsx'
import { keepTyped, typedBefore } from './signing-in.ts'

export default function ForgottenPassword() {
  const [, navigate] = useLocation()
  const { search } = useHistoryEntry()
  const [before] = useState(() => typedBefore())
  const form = useForm({
    name: 'forgotten password',
    initial: { email: before.email, code: '', new_password: '' },
    keep: ({ email }) => keepTyped({ email }),
    validate: checkedBy(auth.resetPassword.body),
    send: (body) => call(calls.auth.resetPassword, { body }),
    // Keeps the address for the sign-in form.
    saved: (_, { email }) => ({ now: { email, code: '', new_password: '' } }),
    success: t('auth.resetDone'),
    leave: () => navigate(paths.auth + search),
    failed: showFailure(t('auth.resetFailed')),
  })
  const sending = useSingleMutation({
    mutationKey: ['password', 'code'],
    mutationFn: (email: string) => call(calls.auth.sendPasswordCode, { body: { email } }),
    onSuccess: ({ mail_delayed }) =>
      showSuccess(t(mail_delayed ? 'auth.codeDelayed' : 'auth.codeSent')),
    onError: showFailure(t('auth.sendFailed')),
  })
  function send() {
    const { email } = form.values
    const errors = checkedBy(auth.sendPasswordCode.body)({ email })
    form.showErrors(errors)
    if (!errors.email) sending.mutate(email)
  }

  const button = useFocusBack(form.isSaving)
  return (
    <SignInFrame title={t('auth.resetTitle')} hint={t('auth.resetHint')}>
      <form onSubmit={form.submit} noValidate>
        <Stack>
          <EmailField
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || sending.isSuccess || form.values.code) return
              event.preventDefault()
              send()
            }}
            {...form.getInputProps('email')}
          />
          <BusyButton variant="default" isBusy={sending.isPending} onClick={send}>
            {t('auth.sendCode')}
          </BusyButton>
          <OneTimeCodeField label={t('auth.code')} {...form.getInputProps('code')} />
          <PasswordField
            label={t('field.new_password')}
            description={t('auth.passwordHint', { min: limits.passwordMin })}
            autoComplete="new-password"
            {...form.getInputProps('new_password')}
          />
          <Button ref={button} type="submit" loading={form.isSaving}>
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
