import { revenue } from '@coinless/contract/revenue.ts'
import type { Row } from './row.ts'

/** Tests in server/ledger/revenue cover the figures. */
export const revenueRows: Row[] = Object.values(revenue).flatMap((endpoint): Row[] => {
  const query = {
    time_zone: 'UTC',
    ...(endpoint !== revenue.bookkeeping && { by: 'device' }),
  }
  return [
    {
      endpoint,
      name: 'of all',
      send: () => ({ query: { ...query, owner: 'all' } }),
      answers: { admin: 200, others: 403 },
    },
    { endpoint, send: () => ({ query }), answers: { others: 200 } },
    {
      endpoint,
      name: 'of another account',
      send: ({ device }) => ({ query: { ...query, owner: String(device.owner_id) } }),
      answers: { owner: 200, admin: 200, 'a manager of another place': 200, others: 403 },
    },
  ]
})
