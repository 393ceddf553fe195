import { z } from 'zod'
import { AuditEvent } from './audit.ts'
import { Device } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'
import { requestsPerMinute } from './limits.ts'
import { Passkey } from './passkeys.ts'
import { PrepaidCode } from './prepaid-codes.ts'
import { Resource } from './resources.ts'
import { ownerProof, proofRefusals } from './second-factor.ts'
import { Receipt } from './transactions.ts'
import { Session, User } from './users.ts'

/** The parts of an account that are lists. The file may lie about, so the texts of codes are not in it. */
export const OwnLists = z.object({
  sessions: z
    .array(
      Session.omit({ is_current: true }).extend({
        network: z.string(),
        ended_at: timestamp.nullable(),
      }),
    )
    .describe('Those that still live, and those of lately'),
  passkeys: z.array(Passkey),
  devices: z.array(Device).describe('Your own, and those that you are the landlord of'),
  prepaid_codes: z
    .array(PrepaidCode.omit({ code: true }))
    .describe('Those that you issued or hold, without their texts, which are worth money'),
  transactions: z
    .array(Receipt.extend({ customer_email: z.string().nullable().describe('Where you paid') }))
    .describe('What you paid, and what was paid to you'),
  resources: z.array(Resource),
  audit_events: z.array(AuditEvent).describe('What you did'),
})

/** What an account leaves behind when it is closed. */
const Closing = z.object({
  devices: z.int().describe('Your own, which are deleted'),
  devices_as_landlord: z
    .int()
    .describe('Of others that name you as their landlord: your name is taken off'),
  codes: z.int().describe('Those that you issued and that are not disabled yet: they stop paying'),
  codes_balance: z.number().describe('Dollars left on them'),
  held_codes: z.int().describe('Issued to you by others: your name is taken off'),
  resources: z.int().describe('Your documents, which are deleted'),
})
export type Closing = z.infer<typeof Closing>

export const ownAccount = {
  export: endpoint('GET', '/users-me-export', {
    summary: 'All that your account holds, as a file; each list newest first',
    may: 'signed-in',
    reply: OwnLists.extend({ account: User }),
    refusals: ['export_running', 'too_busy'],
  }),
  closing: endpoint('GET', '/users-me-closing', {
    summary: 'What stops when you close your account',
    may: 'signed-in',
    reply: Closing,
  }),
  close: endpoint('POST', '/users-me-closing', {
    summary:
      'Close your account for good: payments and the ledger are kept without your name and address, everything else is gone, and the address can be registered again',
    may: 'signed-in',
    body: ownerProof,
    reply: null,
    refusals: [...proofRefusals, 'last_admin_closes', 'card_money_pending', 'card_processor_lost'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
}
