import type { DeviceType } from '@coinless/contract/choices.ts'
import { Anchor, Card, Stack, Text, Title } from '@mantine/core'
import { paths } from '../navigation/paths.ts'
import { Link } from '../router/Link.tsx'
import { t } from '../texts/texts.ts'
import { label, timeOrDate } from '../ui/formats.ts'
import { HeldForYou } from './HeldForYou.tsx'
import type { ShownHeld } from './held.ts'
import type { ShownOwnQueues } from './own-queues.ts'
import { sentenceOfEntry, sentenceOfHeld } from './sentences.ts'

interface InLineCardProps {
  own: ShownOwnQueues
}

/** Machines that are held for the user come first: they have little time. */
export default function InLineCard({ own: { data, hold } }: InLineCardProps) {
  const rows: Row[] = data.map((entry) => ({
    ...entry,
    held: entry.turn,
    sentence: sentenceOfEntry(entry),
  }))
  if (hold) rows.push({ ...hold, held: hold, sentence: sentenceOfHeld(hold) })
  const over = ({ held }: Row) => held?.overAt ?? Number.MAX_VALUE
  return (
    <Card withBorder component="section" aria-label={t('queues.inLine')}>
      <Title order={2} size="h5">
        {t('queues.inLine')}
      </Title>
      <Stack component="ul" gap="md" p={0} m={0} mt="sm" style={{ listStyle: 'none' }}>
        {rows
          .toSorted((one, other) => over(one) - over(other))
          .map((row, index) => (
            <Place key={`${row.room} ${row.device_type}`} row={row} isFirst={index === 0} />
          ))}
      </Stack>
    </Card>
  )
}

interface Row {
  sentence: string
  held: ShownHeld | null
  /** undefined: a hold. */
  device_type?: DeviceType
  available_at?: string | null
  room: string
  location: string
}

function Place({ row, isFirst }: { row: Row; isFirst: boolean }) {
  const { sentence, held, device_type, available_at, room, location } = row
  return (
    <Stack component="li" gap={4} align="start">
      <Text fw={600}>{sentence}</Text>
      {available_at && (
        <Text size="sm">{t('queues.about', { time: timeOrDate(available_at) })}</Text>
      )}
      <Anchor component={Link} to={paths.room(room)} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {device_type ? t('units.labeled', { name: label(device_type), value: location }) : location}
      </Anchor>
      {held && <HeldForYou held={held} isFirst={isFirst} />}
    </Stack>
  )
}
