import { Anchor, Card, Stack, Text, Title } from '@mantine/core'
import { paths } from '../navigation/paths.ts'
import { Link } from '../router/Link.tsx'
import { t } from '../texts/texts.ts'
import { label, timeOrDate } from '../ui/formats.ts'
import { HeldForYou } from './HeldForYou.tsx'
import type { ShownOwnQueues } from './queue-queries.ts'
import { sentenceOfEntry, sentenceOfHeld } from './sentences.ts'

interface InLineCardProps {
  own: ShownOwnQueues
}

export default function InLineCard({ own: { data, hold } }: InLineCardProps) {
  const held = [hold, ...data.map(({ turn }) => turn)].filter((each) => each !== null)
  const first = held.toSorted((one, other) => one.overAt - other.overAt)[0]
  return (
    <Card withBorder component="section" aria-label={t('queues.inLine')}>
      <Title order={2} size="h5">
        {t('queues.inLine')}
      </Title>
      <Stack component="ul" gap="md" p={0} m={0} mt="sm" style={{ listStyle: 'none' }}>
        {hold && (
          <Stack component="li" gap={4} align="start">
            <Text fw={600}>{sentenceOfHeld(hold)}</Text>
            <RoomLink {...hold} />
            <HeldForYou held={hold} isFirst={hold === first} />
          </Stack>
        )}
        {data.map((entry) => (
          <Stack component="li" key={entry.room + entry.device_type} gap={4} align="start">
            <Text fw={600}>{sentenceOfEntry(entry)}</Text>
            {entry.available_at && (
              <Text size="sm">{t('queues.about', { time: timeOrDate(entry.available_at) })}</Text>
            )}
            <RoomLink {...entry} type={label(entry.device_type)} />
            {entry.turn && <HeldForYou held={entry.turn} isFirst={entry.turn === first} />}
          </Stack>
        ))}
      </Stack>
    </Card>
  )
}

function RoomLink({ room, location, type }: { room: string; location: string; type?: string }) {
  return (
    <Anchor component={Link} to={paths.room(room)} size="sm" style={{ overflowWrap: 'anywhere' }}>
      {type ? t('units.labeled', { name: type, value: location }) : location}
    </Anchor>
  )
}
