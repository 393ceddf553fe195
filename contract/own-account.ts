import { z } from 'zod'
import { ApiKey } from './api-keys.ts'
import { AuditEvent } from './audit.ts'
import { BusinessDetailsVersion } from './business-details.ts'
import { Calendar } from './calendars.ts'
import { deviceTypes } from './choices.ts'
import { Controller } from './controllers.ts'
import { Cycle } from './cycles.ts'
import { Device } from './devices.ts'
import { Display } from './displays.ts'
import { endpoint } from './endpoint.ts'
import { id, timestamp } from './fields.ts'
import { requestsPerMinute } from './limits.ts'
import { NotificationChoices } from './notifications.ts'
import { Passkey } from './passkeys.ts'
import { CodeBatch } from './prepaid-code-batches.ts'
import { PrepaidCode } from './prepaid-codes.ts'
import { ReceiptDocument } from './receipts.ts'
import { Report } from './reports.ts'
import { Resource } from './resources.ts'
import { ownerProof, proofRefusals } from './second-factor.ts'
import { StaffAccount, StaffMember } from './staff.ts'
import { TopUp } from './top-ups.ts'
import { Receipt } from './transactions.ts'
import { Session, User } from './users.ts'
import { Webhook } from './webhooks.ts'

/** Lists in an account export. The file may be left lying around, so it omits the texts of codes. */
export const OwnLists = z.object({
  sessions: z
    .array(
      Session.omit({ is_current: true }).extend({
        network: z.string(),
        ended_at: timestamp.nullable(),
      }),
    )
    .describe('Active and recent sessions'),
  passkeys: z.array(Passkey),
  api_keys: z.array(ApiKey).describe('Without the secret keys'),
  devices: z.array(Device).describe('Devices you own or are the landlord of'),
  time_zones: z
    .array(z.object({ location: z.string().nullable(), time_zone: z.string() }))
    .describe('Time zones of your places. null: all others'),
  controllers: z
    .array(Controller.omit({ connected_since: true, heard_at: true }))
    .describe('Without credentials'),
  prepaid_codes: z
    .array(PrepaidCode.omit({ code: true }))
    .describe('Codes you issued or hold, without their text'),
  prepaid_code_batches: z.array(CodeBatch).describe('Batches of codes you issued'),
  transactions: z
    .array(
      Receipt.extend({
        customer_email: z.string().nullable().describe('Email address you paid with'),
      }),
    )
    .describe('Payments you made or received'),
  business_details: z.array(BusinessDetailsVersion).describe('All versions, as saved'),
  receipts: z.array(ReceiptDocument).describe('Numbered receipts and credit notes you issued'),
  cycles: z
    .array(
      Cycle.pick({
        id: true,
        device_id: true,
        device_label: true,
        device_number: true,
        state: true,
        reason: true,
        is_measured: true,
        run_since: true,
        ends_at: true,
        ended_at: true,
        given_back: true,
      }).extend({ created_at: timestamp }),
    )
    .describe('Cycles that you paid for. Ids match the payments'),
  top_ups: z.array(TopUp).describe('Your card top-ups of codes'),
  reports: z.array(Report.omit({ answer_count: true })).describe('Problems that you reported'),
  report_photos: z
    .array(z.object({ id, photo: z.base64(), created_at: timestamp }))
    .describe('Photos by report id, as JPEG in base64'),
  report_replies: z
    .array(z.object({ id, report_id: id, text: z.string(), created_at: timestamp }))
    .describe('Your replies to operators about your reports'),
  queue_entries: z
    .array(
      z.object({
        location: z.string(),
        device_type: z.enum(deviceTypes),
        created_at: timestamp,
        ended_at: timestamp.nullable(),
        outcome: z.string().nullable(),
      }),
    )
    .describe('Queues you joined'),
  holds: z
    .array(
      z.object({
        device_number: z.string(),
        created_at: timestamp,
        expires_at: timestamp,
        ended_at: timestamp.nullable(),
        outcome: z.string().nullable(),
      }),
    )
    .describe('Machines held for you'),
  bookings: z
    .array(
      z.object({
        location: z.string(),
        group: z.string().describe('Group of machines'),
        starts_at: timestamp,
        ends_at: timestamp,
        created_at: timestamp,
        ended_at: timestamp.nullable(),
        outcome: z.string().nullable(),
      }),
    )
    .describe('Slots you booked'),
  calendars: z.array(Calendar).describe('The calendar feed of your bookings, without its secret'),
  displays: z.array(Display).describe('Displays you added, without their secrets'),
  resources: z.array(Resource),
  notifications: z
    .array(NotificationChoices)
    .describe('Your notification settings. null if you never chose'),
  webhooks: z.array(Webhook).describe('Without secrets'),
  staff: z.array(StaffMember).describe('Your staff and invitations'),
  staff_accounts: z.array(StaffAccount).describe('Accounts you work for'),
  audit_events: z.array(AuditEvent).describe('Your actions'),
})

/** What closing an account leaves behind. */
const Closing = z.object({
  devices: z.int().describe('Your devices, which are deleted'),
  devices_as_landlord: z
    .int()
    .describe('Devices of other owners that name you as landlord. Your name is removed'),
  codes: z.int().describe('Enabled codes you issued. They stop working'),
  codes_balance: z.number().describe('Total balance of these codes'),
  held_codes: z.int().describe('Codes that others issued to you. Your name is removed'),
  controllers: z.int().describe('Your controllers, which are deleted'),
  resources: z.int().describe('Your resources, which are deleted'),
})
export type Closing = z.infer<typeof Closing>

export const ownAccount = {
  export: endpoint('GET', '/users-me/export', {
    summary: 'Export all data of your account. Lists are newest first',
    may: 'signed-in',
    needs: 'account',
    reply: OwnLists.extend({ account: User }),
    refusals: ['export_running', 'too_busy'],
  }),
  closing: endpoint('GET', '/users-me/closing', {
    summary: 'Preview the effects of closing your account',
    may: 'signed-in',
    needs: 'account',
    reply: Closing,
  }),
  close: endpoint('POST', '/users-me/closing', {
    summary:
      'Close your account permanently. Payments and the ledger are kept without your name and address, and receipts that you issued as they are; all other data is deleted. The address can be registered again',
    may: 'account',
    needs: 'account',
    body: ownerProof,
    reply: null,
    refusals: [...proofRefusals, 'last_admin_closes', 'card_money_pending', 'card_processor_lost'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
}
