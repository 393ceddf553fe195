import { apiKeys } from '@coinless/contract/api-keys.ts'
import { password } from './make.ts'
import type { Row } from './row.ts'

const body = { name: 'Script', rights: ['read_devices'], current_password: password }

export const apiKeyRows: Row[] = [
  { endpoint: apiKeys.list, answers: { others: 200 } },
  // Who has a passkey shows it as well.
  { endpoint: apiKeys.create, send: () => ({ body }), answers: { payer: 422, others: 201 } },
  {
    endpoint: apiKeys.end,
    send: ({ keyId: id }) => ({ params: { id } }),
    answers: { owner: 204, others: 404 },
  },
]
