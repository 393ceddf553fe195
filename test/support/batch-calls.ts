import { prepaidCodeBatches } from '@coinless/contract/prepaid-code-batches.ts'
import type { Row } from './row.ts'
import type { World } from './world.ts'

const batch = ({ batchId: id }: World) => ({ params: { id } })
const issuerAndAdmin = { owner: 200, admin: 200, others: 404 }
const codes = 1

/** Every call about batches of codes: see calls.ts. Holders of their codes have no access. */
export const batchRows: Row[] = [
  {
    endpoint: prepaidCodeBatches.create,
    send: () => ({ body: { codes, balance: 1 } }),
    answers: { others: 201 },
  },
  ...[prepaidCodeBatches.get, prepaidCodeBatches.export].map((endpoint) => ({
    endpoint,
    send: batch,
    answers: issuerAndAdmin,
  })),
  ...[
    { endpoint: prepaidCodeBatches.disable, body: { codes } },
    { endpoint: prepaidCodeBatches.extend, body: { codes, expires_at: null } },
    { endpoint: prepaidCodeBatches.topUp, body: { codes, amount: 1 } },
  ].map(({ endpoint, body }) => ({
    endpoint,
    send: (world: World) => ({ ...batch(world), body }),
    answers: issuerAndAdmin,
  })),
  {
    endpoint: prepaidCodeBatches.mail,
    send: ({ landlordsBatchId: id }) => ({ params: { id }, body: { codes } }),
    answers: { landlord: 200, admin: 200, others: 404 },
  },
]
