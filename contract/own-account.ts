import { z } from 'zod'
import { AuditEvent } from './audit.ts'
import { Device } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'
import { Passkey } from './passkeys.ts'
import { PrepaidCode } from './prepaid-codes.ts'
import { Resource } from './resources.ts'
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

export const ownAccount = {
  export: endpoint('GET', '/users-me-export', {
    summary: 'All that your account holds, as a file; each list newest first',
    may: 'signed-in',
    reply: OwnLists.extend({ account: User }),
  }),
}
