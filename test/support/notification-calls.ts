import { notifications } from '@coinless/contract/notifications.ts'
import type { Row } from './row.ts'

/** The same browser, which moves from one account to the next. */
const browser = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/browser',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

export const notificationRows: Row[] = [
  {
    endpoint: notifications.choose,
    send: () => ({ body: { push: ['done'], mail: ['done'], quiet_hours: null } }),
    answers: { others: 200 },
  },
  { endpoint: notifications.subscribe, send: () => ({ body: browser }), answers: { others: 200 } },
  {
    endpoint: notifications.renewSubscription,
    send: () => ({ body: { endpoint: browser.endpoint } }),
    answers: { others: 200 },
  },
  { endpoint: notifications.unsubscribe, answers: { others: 200 } },
]
