import type { Session } from '@coinless/contract/users.ts'
import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Bowser from 'bowser'
import { useState } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { call, messageOf } from '../../shared/calls/client.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { useSingleMutation } from '../../shared/queries/use-single-mutation.ts'
import { t } from '../../shared/texts/texts.ts'
import { dateAndTime } from '../../shared/ui/formats.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'
import { PageBar } from '../../shared/ui/PageBar.tsx'
import { showSuccess } from '../../shared/ui/toasts.ts'
import { sessionsQuery } from './profile-queries.ts'

/** Active sessions, so that users can end those they do not recognize. */
export function SessionsCard() {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(sessionsQuery(page))
  const end = useEnding()
  function endOthers() {
    setPage(1)
    end.others()
  }
  return (
    <Card withBorder component="section" aria-label={t('profile.sessions')}>
      <Stack>
        <Title order={2} size="h4">
          {t('profile.sessions')}
        </Title>
        {error && (
          <LoadFailure
            message={messageOf(error, t('profile.sessionsFailed'))}
            retry={() => void refetch()}
          />
        )}
        {!data && !error && <Loading rows={2} />}
        {data?.data.map((session) => (
          <SessionRow key={session.id} session={session} end={() => end.one(session.id)} />
        ))}
        {data && data.pagination.totalPages > 1 && (
          <PageBar noun="sessions" pagination={data.pagination} setPage={setPage} />
        )}
        {data && data.pagination.total > 1 && (
          <Button variant="default" style={{ alignSelf: 'start' }} onClick={endOthers}>
            {t('profile.endOthers')}
          </Button>
        )}
      </Stack>
    </Card>
  )
}

function useEnding() {
  const queryClient = useQueryClient()
  const options = (done: string) => ({
    mutationKey: ['end sessions'],
    onSuccess: () => showSuccess(done),
    onError: showFailure(t('profile.endFailed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['me', 'sessions'] }),
  })
  const one = useSingleMutation({
    mutationFn: (id: string) => call(calls.me.endSession, { params: { id } }),
    ...options(t('profile.sessionEnded')),
  })
  const others = useSingleMutation({
    mutationFn: () => call(calls.me.endOtherSessions),
    ...options(t('profile.othersEnded')),
  })
  return { one: one.mutate, others: others.mutate }
}

function SessionRow({ session, end }: { session: Session; end: () => void }) {
  const browser = browserOf(session)
  const created = dateAndTime(session.created_at)
  const seen = dateAndTime(session.last_seen_at)
  return (
    <Group justify="space-between" wrap="nowrap">
      <Stack gap={0}>
        <Group gap="xs">
          <Text>{browser}</Text>
          {session.is_current && <Badge tt="none">{t('profile.thisOne')}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {t('profile.sessionDates', { created, seen })}
        </Text>
      </Stack>
      {!session.is_current && (
        <Button
          size="xs"
          variant="default"
          miw="max-content"
          aria-label={t('profile.endOne', { browser })}
          onClick={end}
        >
          {t('profile.endSession')}
        </Button>
      )}
    </Group>
  )
}

function browserOf({ user_agent }: Session): string {
  if (!user_agent) return t('profile.unknownBrowser')
  const { browser, os } = Bowser.parse(user_agent)
  if (!browser.name || !os.name) return t('profile.unknownBrowser')
  return t('profile.browserOn', { browser: browser.name, os: os.name })
}
