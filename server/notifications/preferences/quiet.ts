import type { NotificationChoices } from '@coinless/contract/notifications.ts'

/**
 * Whether the local time is within the quiet hours, which may span midnight. False for a zone that this server does not
 * know, so that it does not block other notifications.
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
