import { apiKeys } from '@coinless/contract/api-keys.ts'
import { password } from './make.ts'
import type { Row } from './row.ts'

const body = { name: 'Script', rights: ['read_devices'], current_password: password }

export const apiKeyRows: Row[] = [
  // Callers with a passkey must prove it too.
  { endpoint: apiKeys.create, send: () => ({ body }), answers: { payer: 422, others: 201 } },
  {
    endpoint: apiKeys.end,
    send: ({ keyId: id }) => ({ params: { id } }),
    answers: { owner: 204, others: 404 },
  },
]
