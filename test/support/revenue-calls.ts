import { revenue } from '@coinless/contract/revenue.ts'
import type { Row } from './row.ts'

/** Tests in server/ledger/revenue cover the figures. */
const figuresRows = Object.values(revenue).flatMap((endpoint): Row[] => {
  if (endpoint === revenue.places) return []
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

const { places } = revenue
export const revenueRows: Row[] = [
  ...figuresRows,
  { endpoint: places, answers: { others: 200 } },
  {
    endpoint: places,
    name: 'of another account',
    send: ({ device }) => ({ query: { owner: String(device.owner_id) } }),
    answers: { owner: 200, admin: 200, 'a manager of another place': 200, others: 403 },
  },
]
