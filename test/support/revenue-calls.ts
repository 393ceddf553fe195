import { businessDetails } from '@coinless/contract/business-details.ts'
import { revenue } from '@coinless/contract/revenue.ts'
import { usage } from '@coinless/contract/usage.ts'
import type { Row } from './row.ts'

/** Tests in server/ledger/revenue cover the figures. */
const figuresRows = [...Object.values(revenue), ...Object.values(usage)].flatMap(
  (endpoint): Row[] => {
    if (endpoint === revenue.places) return []
    const query = {
      time_zone: 'UTC',
      ...((endpoint === revenue.get || endpoint === revenue.export) && { by: 'device' }),
      ...(endpoint === usage.export && { rows: 'rooms' }),
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
  },
)

const { places } = revenue
export const revenueRows: Row[] = [
  {
    endpoint: businessDetails.save,
    send: () => ({
      body: {
        ...{ effective_from: '2999-01-01', time_zone: 'UTC', name: 'A', address: 'B' },
        ...{ tax_rate: 19, tax_rates: [], tax_due: 'cycle' },
      },
    }),
    answers: { holder: 200, landlord: 200, admin: 200, others: 422 },
  },
  ...figuresRows,
  { endpoint: places, answers: { others: 200 } },
  {
    endpoint: places,
    name: 'of another account',
    send: ({ device }) => ({ query: { owner: String(device.owner_id) } }),
    answers: { owner: 200, admin: 200, 'a manager of another place': 200, others: 403 },
  },
]
