import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useParams } from 'wouter'
import { calls } from '../../shared/calls/calls.ts'
import { callWithVersion } from '../../shared/calls/client.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useReturnOnFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { FieldList } from '../../shared/ui/FieldList.tsx'
import { dateAndTime, longDate } from '../../shared/ui/formats.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { ChangeButton } from './ChangeButton.tsx'
import { Deliveries } from './Deliveries.tsx'
import { eventName } from './event-names.ts'
import { WebhookActions } from './WebhookActions.tsx'
import { WebhookState } from './WebhookState.tsx'

/** Polling interval in milliseconds: a webhook may fail or be disabled at any time. */
const askMs = 5000

export default function WebhookDetail() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['webhooks', id],
    queryFn: ({ signal }) => callWithVersion(calls.webhooks.get, { params: { id }, signal }),
    refetchInterval: askMs,
  })
  const webhook = data?.thing
  useReturnOnFailure(error, t('webhooks.loadFailed'), paths.webhooks, webhook)
  if (!webhook) return <Loading />
  return (
    <Page
      back={<BackLink to={paths.webhooks}>{t('webhooks.back')}</BackLink>}
      title={webhook.description || t('webhooks.one')}
      actions={
        <ChangeButton
          webhook={webhook}
          version={data.version}
          loadAgain={async () => (await refetch({ throwOnError: true })).data}
        />
      }
    >
      {webhook.rested_at && (
        <Alert color="red" icon={<CircleAlert />} title={t('webhooks.rested')}>
          {t('webhooks.restedHint', { time: dateAndTime(webhook.rested_at) })}
        </Alert>
      )}
      <FieldList
        fields={[
          [
            t('field.url'),
            <span key="url" style={{ overflowWrap: 'anywhere' }}>
              {webhook.url}
            </span>,
          ],
          [t('field.events'), webhook.events.map(eventName).join(', ')],
          [t('field.status'), <WebhookState key="state" webhook={webhook} />],
          ...(webhook.failing_since
            ? [[t('webhooks.failingSince'), dateAndTime(webhook.failing_since)] as [string, string]]
            : []),
          ...(webhook.old_secret_until
            ? [
                [t('webhooks.oldSecretUntil'), dateAndTime(webhook.old_secret_until)] as [
                  string,
                  string,
                ],
              ]
            : []),
          [t('heading.createdAt'), longDate(webhook.created_at)],
        ]}
      />
      <WebhookActions webhook={webhook} version={data.version} />
      <Deliveries webhook={webhook} />
    </Page>
  )
}
