import type { LeftBehind } from '@coinless/contract/users.ts'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { call, messageOf } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { showFailure } from '../../shared/queries/failures.ts'
import { useSingleMutation } from '../../shared/queries/use-single-mutation.ts'
import { t } from '../../shared/texts/texts.ts'
import { confirmDeletion } from '../../shared/ui/confirm.tsx'
import { date, label, money } from '../../shared/ui/formats.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { PageBar } from '../../shared/ui/PageBar.tsx'
import { showSuccess } from '../../shared/ui/toasts.ts'
import { leftBehindQuery } from './profile-queries.ts'

/** Data from before the address was verified, disabled until the owner decides. */
export function LeftBehindCard() {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(leftBehindQuery(page))
  const retry = () => void refetch()
  // Unknown whether there is any such data.
  if (error && !data) {
    return <LoadFailure message={messageOf(error, t('profile.leftBehindFailed'))} retry={retry} />
  }
  if (!data?.data.length && page === 1) return null
  return (
    <Card withBorder component="section" aria-label={t('profile.leftBehind')}>
      <Stack>
        <Title order={2} size="h4">
          {t('profile.leftBehind')}
        </Title>
        <Text size="sm">{t('profile.leftBehindHint')}</Text>
        {error && (
          <LoadFailure message={messageOf(error, t('profile.leftBehindFailed'))} retry={retry} />
        )}
        {data?.data.map((thing) => (
          <LeftBehindRow key={thing.id} thing={thing} />
        ))}
        {data && (data.pagination.totalPages > 1 || page > 1) && (
          <PageBar noun="entries" pagination={data.pagination} setPage={setPage} />
        )}
      </Stack>
    </Card>
  )
}

function LeftBehindRow({ thing }: { thing: LeftBehind }) {
  const { id, kind, name, remaining_balance, created_at } = thing
  const queryClient = useQueryClient()
  const decision = useSingleMutation({
    mutationKey: ['left-behind', id],
    mutationFn: (endpoint: Decision) => call(endpoint, { params: { id } }),
    onSuccess: (_, endpoint) =>
      showSuccess(endpoint.method === 'POST' ? t('profile.kept') : t('profile.removed')),
    onError: showFailure(t('profile.decideFailed')),
    onSettled: () => queryClient.invalidateQueries(),
  })
  const facts = [
    label(kind),
    ...(remaining_balance === null ? [] : [money(remaining_balance)]),
    date(created_at),
  ]
  return (
    <Group justify="space-between" wrap="nowrap">
      <Stack gap={0}>
        <Text style={{ overflowWrap: 'anywhere' }}>{name}</Text>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </Stack>
      <Group gap="xs" wrap="nowrap">
        <BusyButton
          size="xs"
          variant="default"
          aria-label={t('profile.keepThis', { name })}
          isBusy={decision.isPending}
          onClick={() => decision.mutate(calls.me.keepLeftBehind)}
        >
          {t('profile.keep')}
        </BusyButton>
        <Button
          size="xs"
          variant="default"
          aria-label={t('profile.removeThis', { name })}
          disabled={decision.isPending}
          onClick={() =>
            confirmDeletion({
              title: t('profile.removeTitle'),
              text: t('profile.removeText', { name }),
              confirmLabel: t('profile.remove'),
              onConfirm: () => decision.mutate(calls.me.removeLeftBehind),
            })
          }
        >
          {t('profile.remove')}
        </Button>
      </Group>
    </Group>
  )
}

type Decision = typeof calls.me.keepLeftBehind | typeof calls.me.removeLeftBehind
