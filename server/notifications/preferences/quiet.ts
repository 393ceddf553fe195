import type { NotificationChoices } from '@coinless/contract/notifications.ts'

/**
 * Whether the clocks of the zone show a time within the quiet hours, which may go over midnight. In a zone that only a
 * newer server knows none are: it holds up nobody else's notifications.
 */
export function isQuiet(moment: Date, hours: NotificationChoices['quiet_hours']): boolean {
  if (!hours) return false
  const { from, until, time_zone: timeZone } = hours
  const shown = timeIn(timeZone, moment)
  if (!shown) return false
  return from < until ? from <= shown && shown < until : from <= shown || shown < until
}

function timeIn(timeZone: string, moment: Date): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(moment)
  } catch {
    return undefined
  }
}
