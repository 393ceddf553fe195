import { Card, Group, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useUser } from '../../shared/account/auth-context.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { showFailure } from '../../shared/queries/failures.ts'
import { useSingleMutation } from '../../shared/queries/use-single-mutation.ts'
import { t } from '../../shared/texts/texts.ts'
import { dateAndTime } from '../../shared/ui/formats.ts'
import { showSuccess } from '../../shared/ui/toasts.ts'

/** Shows admins whether mail works, and lets them test it. */
export function MailCard() {
  const { email } = useUser()
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: ['mail'],
    queryFn: ({ signal }) => call(calls.mail.state, { signal }),
  })
  const sending = useSingleMutation({
    mutationKey: ['mail', 'test'],
    mutationFn: () => call(calls.mail.sendTest),
    onSuccess: () => showSuccess(t('admin.testMailSent', { email })),
    onError: showFailure(t('admin.testMailFailed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['mail'] }),
  })
  return (
    <Card withBorder component="section" aria-label={t('admin.mail')}>
      <Group justify="space-between">
        <div>
          <Title order={2} size="h4">
            {t('admin.mail')}
          </Title>
          {data && (
            <Text size="sm">
              {t('admin.mailsWaiting', { count: data.waiting })}{' '}
              {data.failing_since &&
                t('admin.mailFailing', { since: dateAndTime(data.failing_since) })}
            </Text>
          )}
        </div>
        <BusyButton variant="default" isBusy={sending.isPending} onClick={() => sending.mutate()}>
          {t('admin.sendTestMail')}
        </BusyButton>
      </Group>
    </Card>
  )
}
