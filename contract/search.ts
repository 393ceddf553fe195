import { z } from 'zod'
import { Device } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { searchText } from './fields.ts'
import { limits } from './limits.ts'
import { PrepaidCode } from './prepaid-codes.ts'
import { Transaction } from './transactions.ts'
import { User } from './users.ts'

export const Found = z
  .object({
    devices: z.array(Device),
    prepaid_codes: z.array(PrepaidCode),
    transactions: z.array(Transaction),
    users: z.array(User).describe('Empty unless you are an admin'),
  })
  .describe(`The newest ${limits.foundOfKind} results of each kind that you can see`)
export type Found = z.infer<typeof Found>

export const search = {
  /** By POST, because the text may be a prepaid code, which is worth money and must not be in a URL. */
  find: endpoint('POST', '/search', {
    summary: 'Find devices, prepaid codes, transactions and, for admins, users',
    may: 'signed-in',
    needs: 'any',
    isForStaff: 'places',
    body: z.strictObject({ text: searchText.min(1) }),
    reply: Found,
  }),
}
