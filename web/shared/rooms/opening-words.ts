import type { Opening } from '@coinless/contract/opening-hours.ts'
import { t } from '../texts/texts.ts'
import { timeOrDate } from '../ui/formats.ts'

/** 'Closed until 6:00 AM', in the viewer's time zone. */
export function openingInWords({ is_open, changes_at }: Opening): string {
  if (!changes_at) return t(is_open ? 'rooms.isOpen' : 'rooms.isClosed')
  const time = timeOrDate(changes_at)
  return t(is_open ? 'rooms.openUntil' : 'rooms.closedUntil', { time })
}
