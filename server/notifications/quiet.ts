import type { NotificationChoices } from '@coinless/contract/notifications.ts'

/** Whether the clocks of the zone show a time within the quiet hours, which may go over midnight. */
export function isQuiet(moment: Date, hours: NotificationChoices['quiet_hours']): boolean {
  if (!hours) return false
  const { from, until, time_zone: timeZone } = hours
  const shown = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(moment)
  return from < until ? from <= shown && shown < until : from <= shown || shown < until
}
