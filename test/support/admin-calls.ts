import { audit } from '@coinless/contract/audit.ts'
import { mail } from '@coinless/contract/mail.ts'
import { system } from '@coinless/contract/system.ts'
import type { Row } from './row.ts'

const adminsOnly = { admin: 200, others: 403 }

/** Calls of administrators. */
export const adminRows: Row[] = [
  { endpoint: audit.list, send: () => ({ query: { page: '1' } }), answers: adminsOnly },
  { endpoint: audit.export, answers: adminsOnly },
  { endpoint: mail.state, answers: adminsOnly },
  { endpoint: mail.sendTest, answers: { admin: 204, others: 403 } },
  { endpoint: system.state, answers: adminsOnly },
  { endpoint: system.supportBundle, answers: adminsOnly },
]
