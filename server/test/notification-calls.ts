import { notifications } from '@coinless/contract/notifications.ts'
import type { Row } from './row.ts'

export const notificationRows: Row[] = [
  { endpoint: notifications.get, answers: { others: 200 } },
  {
    endpoint: notifications.choose,
    send: () => ({ body: { push: ['done'], mail: ['done'], quiet_hours: null } }),
    answers: { others: 200 },
  },
]
