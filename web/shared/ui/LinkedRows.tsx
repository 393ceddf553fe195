import { Anchor, Box, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from '../router/Link.tsx'
import { LabelAndNumber } from './LabelAndNumber.tsx'

interface Row {
  /** undefined: the thing no longer exists. */
  to: string | undefined
  name: string
  where?: string | undefined
  value?: string
  /** Current activity. */
  now?: ReactNode
  more?: string
}

interface LinkedRowsProps {
  title: string
  /** Heading level: 2 for a section of the page, 3 for a subsection. */
  order?: 2 | 3
  hint?: string
  /** Text for an empty list. */
  none?: string
  rows: Row[]
  /** Link to the whole list. */
  all?: ReactNode
}

/** Short list; each row links to its thing. */
export function LinkedRows({ title, order = 3, hint, none, rows, all }: LinkedRowsProps) {
  return (
    <Card withBorder component="section" aria-label={title}>
      <Title order={order} size="h5">
        {title}
      </Title>
      {hint && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      <Stack component="ul" gap="sm" p={0} m={0} mt="sm" style={{ listStyle: 'none' }}>
        {rows.length === 0 && none && (
          <Text component="li" size="sm" c="dimmed">
            {none}
          </Text>
        )}
        {rows.map((row) => (
          <LinkedRow key={`${row.to} ${row.value} ${row.more}`} row={row} />
        ))}
      </Stack>
      {all}
    </Card>
  )
}

function LinkedRow({ row: { to, name, where, value, now, more } }: { row: Row }) {
  return (
    <Group component="li" justify="space-between" align="start" gap="0 var(--mantine-spacing-sm)">
      <Stack gap={0} miw={0} flex="1 1 8rem">
        {to === undefined ? (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <LabelAndNumber text={name} />
          </Text>
        ) : (
          <Anchor component={Link} to={to} size="sm" style={{ overflowWrap: 'anywhere' }}>
            <LabelAndNumber text={name} />
          </Anchor>
        )}
        {where && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {where}
          </Text>
        )}
      </Stack>
      <Stack gap={0} align="end" ta="right" miw="max-content" ml="auto">
        {value && <Text size="sm">{value}</Text>}
        {more && (
          <Text size="xs" c="dimmed">
            {more}
          </Text>
        )}
      </Stack>
      {now && <Box flex="0 0 100%">{now}</Box>}
    </Group>
  )
}
