import type { Device } from '@coinless/contract/devices.ts'
import { Text } from '@mantine/core'
import { openingInWords } from '../../shared/rooms/opening-words.ts'
import { useOpening } from '../../shared/rooms/use-opening.ts'
import { t } from '../../shared/texts/texts.ts'
import { timeOrDate } from '../../shared/ui/formats.ts'

const minuteMs = 60_000

/** Says that the room is closed, or closes before a cycle that starts now would end. */
export default function ClosingNote({ device: { id, duration_minutes } }: { device: Device }) {
  const opening = useOpening(id)
  if (!opening) return null
  const { is_open, changes_at } = opening
  const closesAt = is_open ? changes_at : null
  const isEarly =
    closesAt !== null && Date.parse(closesAt) < Date.now() + duration_minutes * minuteMs
  if (is_open && !isEarly) return null
  return (
    <Text size="sm" fw={600}>
      {closesAt
        ? t('payments.closesBefore', { time: timeOrDate(closesAt) })
        : openingInWords(opening)}
    </Text>
  )
}
