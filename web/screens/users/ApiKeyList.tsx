import type { ApiKey } from '@coinless/contract/api-keys.ts'
import { Button, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { useList } from '../../shared/queries/use-list.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { confirmDeletion } from '../../shared/ui/confirm.tsx'
import { type Column, DataList } from '../../shared/ui/DataList.tsx'
import { date, dateAndTime } from '../../shared/ui/formats.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx'
import { showSuccess } from '../../shared/ui/toasts.ts'
import { useListAddress } from '../../shared/ui/use-list-address.ts'

export default function ApiKeyList() {
  const address = useListAddress()
  const list = useList(calls.apiKeys.list, {
    key: ['api-keys'],
    address,
    failed: t('apiKeys.loadFailed'),
  })
  return (
    <Page
      back={<BackLink to={paths.settings}>{t('settings.back')}</BackLink>}
      title={t('apiKeys.title')}
      actions={
        <Button component={Link} to={paths.newApiKey} leftSection={<Plus size={16} />}>
          {t('apiKeys.add')}
        </Button>
      }
    >
      <DataList
        noun="apiKeys"
        columns={columns()}
        {...list}
        empty={{ title: t('apiKeys.none'), hint: t('apiKeys.hint') }}
      />
    </Page>
  )
}

const columns = (): Column<ApiKey>[] => [
  {
    header: t('field.name'),
    cell: ({ name }) => (
      <Text span size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
    ),
    brief: 'title',
  },
  {
    header: t('field.status'),
    cell: ({ state }) => <StatusBadge status={state} />,
    line: 'whole',
    brief: 'titleEnd',
  },
  {
    header: t('field.rights'),
    cell: ({ rights }) => rights.map((right) => t(`rights.${right}`)).join(', '),
    brief: 'line',
  },
  {
    header: t('apiKeys.lastUsed'),
    cell: ({ last_used_at }) => (last_used_at ? dateAndTime(last_used_at) : t('apiKeys.notUsed')),
  },
  {
    header: t('field.expires_in_days'),
    cell: ({ expires_at }) => (expires_at ? date(expires_at) : t('apiKeys.never')),
  },
  { header: t('apiKeys.key'), cell: ({ ending }) => `…${ending}` },
  { header: t('heading.created'), cell: ({ created_at }) => date(created_at), line: 'whole' },
  {
    header: t('list.actions'),
    cell: (key) => key.state === 'active' && <EndButton apiKey={key} />,
  },
]

function EndButton({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(calls.apiKeys.end, { params: { id } }),
    onSuccess: () => showSuccess(t('apiKeys.ended')),
    onError: showFailure(t('apiKeys.endFailed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['api-keys'] }),
  })
  const askToEnd = () =>
    confirmDeletion({
      title: t('apiKeys.endTitle'),
      text: t('apiKeys.endText', { name }),
      confirmLabel: t('apiKeys.end'),
      onConfirm: () => mutate(),
    })
  return (
    <BusyButton
      size="xs"
      variant="default"
      isBusy={isPending}
      aria-label={t('apiKeys.endOne', { name })}
      onClick={askToEnd}
    >
      {t('apiKeys.end')}
    </BusyButton>
  )
}
