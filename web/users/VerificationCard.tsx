import { me, type User } from '@coinless/contract/users.ts'
import { Alert, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { calls } from '../api/calls.ts'
import { call } from '../api/client.ts'
import { useKeptForm } from '../forms/use-kept-form.ts'
import { showFailure } from '../queries/failures.ts'
import { meQuery } from '../queries/me-query.ts'
import { t } from '../texts/texts.ts'
import { checkedBy } from '../ui/form-check.ts'
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
  const form = useKeptForm({
    name: 'verification',
    initial: { code: '' },
    secrets,
    validate: checkedBy(me.verify.body),
  })
  const verification = useMutation({
    mutationFn: (body: { code: string }) => call(calls.me.verify, { body }),
    onSuccess: (user) => {
      showSuccess(t('profile.verified'))
      queryClient.setQueryData(meQuery.queryKey, user)
      void queryClient.invalidateQueries()
    },
    onError: showFailure(t('profile.verifyFailed')),
  })
  const sending = useMutation({
    mutationFn: () => call(calls.me.sendVerification),
    onSuccess: ({ mail_delayed }) =>
      showSuccess(mail_delayed ? t('auth.codeDelayed') : t('profile.codeSent', { email })),
    onError: showFailure(t('profile.sendFailed')),
  })
  return (
    <form ref={ref} onSubmit={form.onSubmit((values) => verification.mutate(values))} noValidate>
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
          <TextInput
            label={t('profile.emailCode')}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            {...form.getInputProps('code')}
          />
          <Group justify="flex-end">
            <Button variant="default" loading={sending.isPending} onClick={() => sending.mutate()}>
              {t('profile.sendCode')}
            </Button>
            <Button type="submit" loading={verification.isPending}>
              {t('profile.verify')}
            </Button>
          </Group>
        </Stack>
      </Card>
    </form>
  )
}
