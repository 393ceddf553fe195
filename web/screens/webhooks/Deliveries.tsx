import { deliveryStatuses } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { Delivery, Webhook } from '@coinless/contract/webhooks.ts'
import { Code, Group, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { calls } from '../../shared/calls/calls.ts'
import { call, messageOf } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { type Column, DataList } from '../../shared/ui/DataList.tsx'
import { FilterSelect } from '../../shared/ui/FilterSelect.tsx'
import { dateAndTime, number, options } from '../../shared/ui/formats.ts'
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx'
import { showSuccess } from '../../shared/ui/toasts.ts'
import { useListAddress } from '../../shared/ui/use-list-address.ts'
import { eventName } from './event-names.ts'

/** Polling interval while deliveries are pending, in milliseconds. */
const askMs = 2000

/** Recent deliveries and their outcomes. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const address = useListAddress()
  const status = address.filter('status')
  const { page } = address
  const query = useQuery({
    queryKey: ['webhooks', webhook.id, 'deliveries', { page, status }],
    queryFn: ({ signal }) =>
      call(calls.webhooks.deliveries, {
        params: { id: webhook.id },
        query: { page, limit: limits.pageSize, ...(status && { status }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some((each) => each.status === 'waiting') ? askMs : false,
  })
  return (
    <Stack gap="sm" component="section" aria-label={t('webhooks.deliveries')}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('webhooks.deliveries')}
        </Title>
        <FilterSelect
          label={t('webhooks.filter')}
          value={status}
          onChange={(next) => address.setFilter('status', next)}
          options={[{ value: '', label: t('webhooks.all') }, ...options(deliveryStatuses)]}
        />
      </Group>
      <DataList
        noun="deliveries"
        columns={columns(webhook)}
        rows={query.data?.data}
        pagination={query.data?.pagination}
        error={query.error && messageOf(query.error, t('webhooks.loadDeliveriesFailed'))}
        retry={() => void query.refetch()}
        setPage={(next) => address.setPage(next)}
        rowsAtLeast={2}
        empty={{
          title: t('webhooks.noDeliveries'),
          hint: status ? t('list.tryFilters') : t('webhooks.noneSent'),
        }}
      />
    </Stack>
  )
}

const columns = (webhook: Webhook): Column<Delivery>[] => [
  { header: t('webhooks.eventHeading'), cell: ({ type }) => eventName(type), brief: 'title' },
  {
    header: t('field.status'),
    cell: ({ status }) => <StatusBadge status={status} />,
    line: 'whole',
    brief: 'titleEnd',
  },
  {
    header: t('webhooks.happened'),
    cell: ({ created_at }) => dateAndTime(created_at),
    line: 'whole',
    brief: 'line',
  },
  { header: t('webhooks.tries'), cell: ({ tries }) => number(tries), isNumber: true },
  { header: t('webhooks.answer'), cell: (delivery) => <Answer delivery={delivery} /> },
  {
    header: t('list.actions'),
    cell: (delivery) => webhook.is_enabled && <SendAgain delivery={delivery} />,
  },
]

function Answer({ delivery }: { delivery: Delivery }) {
  const { failure, answer_status, answer_start, took_ms, next_try_at, tries } = delivery
  const facts = [
    failure && failure !== 'status' && t(`webhooks.failure.${failure}`),
    answer_status && t('webhooks.httpStatus', { status: answer_status }),
    took_ms !== null && t('webhooks.took', { time: number(took_ms) }),
  ].filter(Boolean)
  return (
    <Stack gap={2}>
      <Text size="sm">{facts.join(' · ') || '–'}</Text>
      {answer_start && (
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} mah={96}>
          {answer_start}
        </Code>
      )}
      {next_try_at && tries > 0 && (
        <Text size="xs" c="dimmed">
          {t('webhooks.nextTry', { time: dateAndTime(next_try_at) })}
        </Text>
      )}
    </Stack>
  )
}

function SendAgain({ delivery: { id, type } }: { delivery: Delivery }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(calls.webhooks.sendAgain, { params: { id } }),
    onSuccess: () => showSuccess(t('webhooks.onItsWay')),
    onError: showFailure(t('webhooks.sendFailed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  return (
    <BusyButton
      size="xs"
      variant="default"
      isBusy={isPending}
      aria-label={t('webhooks.sendOneAgain', { event: eventName(type) })}
      onClick={() => mutate()}
    >
      {t('webhooks.sendAgain')}
    </BusyButton>
  )
}
