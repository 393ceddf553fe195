import type { Webhook } from '@coinless/contract/webhooks.ts'
import { Anchor, Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import { QuotaNotice } from '../../shared/account/QuotaNotice.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useList } from '../../shared/queries/use-list.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { type Column, DataList } from '../../shared/ui/DataList.tsx'
import { date } from '../../shared/ui/formats.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { useListAddress } from '../../shared/ui/use-list-address.ts'
import { eventName } from './event-names.ts'
import { WebhookState } from './WebhookState.tsx'

export default function WebhookList() {
  const address = useListAddress()
  const list = useList(calls.webhooks.list, {
    key: ['webhooks'],
    address,
    failed: t('webhooks.loadListFailed'),
  })
  return (
    <Page
      back={<BackLink to={paths.settings}>{t('settings.back')}</BackLink>}
      title={t('webhooks.title')}
      actions={
        <Button component={Link} to={paths.newWebhook} leftSection={<Plus size={16} />}>
          {t('webhooks.add')}
        </Button>
      }
    >
      <QuotaNotice kind="webhooks" total={list.pagination?.total} />
      <DataList
        noun="webhooks"
        columns={columns()}
        {...list}
        empty={{ title: t('webhooks.none'), hint: t('webhooks.hint') }}
      />
    </Page>
  )
}

const columns = (): Column<Webhook>[] => [
  {
    header: t('field.url'),
    cell: ({ id, url, description }) => (
      <Anchor
        component={Link}
        size="sm"
        to={paths.webhook(id)}
        fw={600}
        style={{ overflowWrap: 'anywhere' }}
      >
        {description || url}
      </Anchor>
    ),
    brief: 'title',
  },
  {
    header: t('field.events'),
    cell: ({ events }) => events.map(eventName).join(', '),
    brief: 'line',
  },
  {
    header: t('field.status'),
    cell: (webhook) => <WebhookState webhook={webhook} />,
    brief: 'titleEnd',
  },
  { header: t('heading.created'), cell: ({ created_at }) => date(created_at), line: 'whole' },
]
