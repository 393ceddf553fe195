import type { Display } from '@coinless/contract/displays.ts'
import { languageNames } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'wouter'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { showFailure, useReturnOnFailure } from '../../shared/queries/failures.ts'
import { roomQuery } from '../../shared/rooms/room-queries.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { confirmDeletion } from '../../shared/ui/confirm.tsx'
import { label, timeOrDate } from '../../shared/ui/formats.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { showSuccess } from '../../shared/ui/toasts.ts'
import { DisplayDialog } from './DisplayDialog.tsx'
import { displaysQuery } from './display-queries.ts'

/** The displays of a room, for its landlord. */
export default function DisplayList() {
  const { number = '' } = useParams()
  const [changed, setChanged] = useState<Display>()
  const { data: room, error: roomError } = useQuery(roomQuery(number))
  const { data: displays, error } = useQuery(displaysQuery(number))
  const shown = room && displays
  useReturnOnFailure(error ?? roomError, t('displays.loadFailed'), paths.room(number), shown)
  if (!shown) return <Loading />
  const { data } = displays
  const isFull = data.length >= limits.displaysOfRoom
  return (
    <Page
      back={<BackLink to={paths.room(number)}>{t('rooms.back')}</BackLink>}
      title={t('displays.title')}
      actions={
        !isFull && (
          <Button component={Link} to={paths.newDisplay(number)} leftSection={<Plus size={16} />}>
            {t('displays.add')}
          </Button>
        )
      }
      narrow
    >
      <Text c="dimmed">{room.location}</Text>
      <Text size="sm">{t('displays.hint')}</Text>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {data.map((display) => (
          <DisplayCard key={display.id} display={display} number={number} change={setChanged} />
        ))}
      </Stack>
      <DisplayDialog display={changed} number={number} close={() => setChanged(undefined)} />
    </Page>
  )
}

interface DisplayCardProps {
  display: Display
  number: string
  change: (display: Display) => void
}

function DisplayCard({ display, number, change }: DisplayCardProps) {
  const { name, language, shows_people, takes_payments, last_seen_at } = display
  const facts = [
    label(shows_people),
    languageNames[language],
    ...(takes_payments ? [t('displays.takesPayments')] : []),
  ]
  return (
    <Card component="li" withBorder>
      <Group justify="space-between">
        <div>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Text size="sm">{facts.join(' · ')}</Text>
          <Text size="sm" c="dimmed">
            {last_seen_at
              ? t('displays.lastSeen', { time: timeOrDate(last_seen_at) })
              : t('displays.notSeen')}
          </Text>
        </div>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            aria-label={t('displays.changeOne', { name })}
            onClick={() => change(display)}
          >
            {t('displays.change')}
          </Button>
          <RevokeButton display={display} number={number} />
        </Group>
      </Group>
    </Card>
  )
}

function RevokeButton({ display: { id, name }, number }: { display: Display; number: string }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(calls.displays.end, { params: { number, id } }),
    onSuccess: () => showSuccess(t('displays.ended')),
    onError: showFailure(t('displays.endFailed')),
    onSettled: () => queryClient.invalidateQueries(displaysQuery(number)),
  })
  const askToEnd = () =>
    confirmDeletion({
      title: t('displays.endTitle'),
      text: t('displays.endText', { name }),
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
