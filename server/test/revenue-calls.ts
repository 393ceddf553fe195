import { revenue } from '@coinless/contract/revenue.ts'
import type { Row } from './row.ts'

/** Whose figures they hold, server/revenue tells. */
export const revenueRows: Row[] = Object.values(revenue).flatMap((endpoint): Row[] => [
  {
    endpoint,
    send: () => ({ query: { time_zone: 'UTC' } }),
    answers: { others: 200 },
  },
  {
    endpoint,
    name: 'of all',
    send: () => ({ query: { time_zone: 'UTC', owner: 'all' } }),
    answers: { admin: 200, others: 403 },
  },
  {
    endpoint,
    name: 'of another account',
    send: ({ device }) => ({ query: { time_zone: 'UTC', owner: String(device.owner_id) } }),
    answers: { owner: 200, admin: 200, others: 403 },
  },
])
