import { me } from '@coinless/contract/users.ts'
import { Alert, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { BusyButton } from '../forms/BusyButton.tsx'
import { FormButtons } from '../forms/FormButtons.tsx'
import { useForm } from '../forms/use-form.ts'
import { showFailure } from '../queries/failures.ts'
import { meQuery } from '../queries/me-query.ts'
import { showAnswer } from '../queries/query-client.ts'
import { useSingleMutation } from '../queries/use-single-mutation.ts'
import { storeUser } from '../session/session-store.ts'
import { t } from '../texts/texts.ts'
import { focusMain, isFocusLost } from '../ui/focus-main.ts'
import { checkedBy } from '../ui/form-check.ts'
import { OneTimeCodeField } from '../ui/OneTimeCodeField.tsx'
import { showSuccess } from '../ui/toasts.ts'
import { useUser } from './auth-context.tsx'

/** A failure of the mail server shows only after the first mail was handed to it. */
const pauseMs = 5_000
const secrets = ['code'] as const

export interface AddressProofProps {
  /** Called once the address is verified. */
  proved?: () => void
  /** A button opened it and thereby lost the focus. */
  takesFocus?: boolean
}

/** Verifies the address of the account with a mailed code. */
export default function AddressProof({ proved, takesFocus = false }: AddressProofProps) {
  const { email } = useUser()
  const queryClient = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus && isFocusLost()) field.current?.focus()
  }, [takesFocus])
  const { data: mail } = useQuery({
    queryKey: ['me', 'verification'],
    queryFn: ({ signal }) => call(calls.me.verification, { signal }),
    refetchInterval: pauseMs,
  })
  const form = useForm({
    name: 'verification',
    initial: { code: '' },
    secrets,
    validate: checkedBy(me.verify.body),
    send: (body) => call(calls.me.verify, { body }),
    success: t('profile.verified'),
    done: (user) => {
      storeUser(user)
      void showAnswer(meQuery.queryKey, user)
      void queryClient.invalidateQueries()
    },
    leave: () => {
      focusMain()
      proved?.()
    },
    failed: showFailure(t('profile.verifyFailed')),
  })
  const sending = useSingleMutation({
    mutationKey: ['me', 'verification', 'send'],
    mutationFn: () => call(calls.me.sendVerification),
    onSuccess: ({ mail_delayed }) =>
      showSuccess(mail_delayed ? t('auth.codeDelayed') : t('profile.codeSent', { email })),
    onError: showFailure(t('profile.sendFailed')),
  })
  return (
    <form onSubmit={form.submit} noValidate aria-label={t('profile.verifyTitle')}>
      <Stack gap="xs">
        {mail?.mail_delayed ? (
          <Alert color="yellow" role="status">
            {t('profile.codeWaits')}
          </Alert>
        ) : (
          <Text size="sm">{t('proof.sent', { email })}</Text>
        )}
        <Group align="end" gap="xs">
          <OneTimeCodeField
            ref={field}
            label={t('profile.emailCode')}
            flex="1 1 10em"
            {...form.getInputProps('code')}
          />
          <FormButtons form={form} label={t('proof.confirm')}>
            <BusyButton
              variant="default"
              isBusy={sending.isPending}
              onClick={() => sending.mutate()}
            >
              {t('proof.sendAgain')}
            </BusyButton>
          </FormButtons>
        </Group>
      </Stack>
    </form>
  )
}
