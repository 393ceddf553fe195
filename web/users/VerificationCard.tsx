import { me, type User } from '@coinless/contract/users.ts'
import { Alert, Card, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { BusyButton } from '../forms/BusyButton.tsx'
import { FormButtons } from '../forms/FormButtons.tsx'
import { useForm } from '../forms/use-form.ts'
import { showFailure } from '../queries/failures.ts'
import { meQuery } from '../queries/me-query.ts'
import { t } from '../texts/texts.ts'
import { checkedBy } from '../ui/form-check.ts'
import { OneTimeCodeField } from '../ui/OneTimeCodeField.tsx'
import { showSuccess } from '../ui/toasts.ts'

/** The mail server is found to fail only after the first mail was given to it. */
const pauseMs = 5_000
const secrets = ['code'] as const

/** For an address that has not yet been shown to be the person's own. */
export function VerificationCard({ user: { email } }: { user: User }) {
  const queryClient = useQueryClient()
  const ref = useRef<HTMLFormElement>(null)
  const isAskedFor = useLocation().hash === '#verify'
  useEffect(() => {
    if (isAskedFor) ref.current?.scrollIntoView({ block: 'center' })
  }, [isAskedFor])
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
      queryClient.setQueryData(meQuery.queryKey, user)
      void queryClient.invalidateQueries()
    },
    failed: showFailure(t('profile.verifyFailed')),
  })
  const sending = useMutation({
    mutationFn: () => call(calls.me.sendVerification),
    onSuccess: ({ mail_delayed }) =>
      showSuccess(mail_delayed ? t('auth.codeDelayed') : t('profile.codeSent', { email })),
    onError: showFailure(t('profile.sendFailed')),
  })
  return (
    <form ref={ref} onSubmit={form.submit} noValidate>
      <Card withBorder component="section" aria-label={t('profile.verifyTitle')}>
        <Stack>
          <Title order={2} size="h4">
            {t('profile.verifyTitle')}
          </Title>
          <Text size="sm">{t('profile.verifyHint', { email })}</Text>
          {mail?.mail_delayed && (
            <Alert color="yellow" role="status">
              {t('profile.codeWaits')}
            </Alert>
          )}
          <OneTimeCodeField label={t('profile.emailCode')} {...form.getInputProps('code')} />
          <FormButtons form={form} label={t('profile.verify')}>
            <BusyButton
              variant="default"
              isBusy={sending.isPending}
              onClick={() => sending.mutate()}
            >
              {t('profile.sendCode')}
            </BusyButton>
          </FormButtons>
        </Stack>
      </Card>
    </form>
  )
}
