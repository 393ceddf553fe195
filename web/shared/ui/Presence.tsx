import { Badge } from '@mantine/core'
import { t } from '../texts/texts.ts'
import { dateAndTime, timeOrDay } from './formats.ts'

interface PresenceProps {
  presence: { connected_since: string | null; heard_at: string | null }
  /** For a single line in a list. */
  isBrief?: boolean
}

/** Whether a controller is connected, and since when or when it was last seen. */
export function Presence({ presence, isBrief = false }: PresenceProps) {
  const { connected_since, heard_at } = presence
  return (
    <Badge
      variant="dot"
      h="auto"
      maw="100%"
      styles={{ label: { whiteSpace: 'normal' } }}
      tt="none"
      color={connected_since ? 'green' : heard_at ? 'red' : 'gray'}
    >
      {textOf(connected_since, heard_at, isBrief ? timeOrDay : dateAndTime)}
    </Badge>
  )
}

function textOf(
  since: string | null,
  heardAt: string | null,
  format: (timestamp: string) => string,
): string {
  if (since) return t('controllers.connectedSince', { time: format(since) })
  if (heardAt) return t('controllers.noAnswerSince', { time: format(heardAt) })
  return t('controllers.neverConnected')
}
