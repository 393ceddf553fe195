import { z } from 'zod'
import { leftBehindKinds, staffRoles, staffStates, userTypes } from './choices.ts'
import { endpoint } from './endpoint.ts'
import {
  id,
  knownPassword,
  listOf,
  newPassword,
  partOfAddress,
  search,
  text,
  timestamp,
  versionQuery,
  wholeListQuery,
} from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'
import { MailAsked } from './mail.ts'
import { quotaKinds } from './quotas.ts'
import { secretText } from './typed-fields.ts'

export const User = z.object({
  id,
  email: z.string().describe('For a guest, a name that is not an address'),
  email_verified: z.boolean(),
  full_name: z.string().describe('Empty for a guest'),
  roles: z.array(z.string()),
  user_type: z.enum(userTypes),
  is_guest: z
    .boolean()
    .describe('Whether this is a guest account: bound to one browser, without address or password'),
  created_at: timestamp,
})
export type User = z.infer<typeof User>

const Work = z.object({
  user_id: id.nullable().describe('null until the invitation is accepted'),
  email: z.string(),
  role: z.enum(staffRoles),
  state: z.enum(staffStates),
})

/** What admins see of a user, besides the list. */
export const UserDetail = User.extend({
  session_count: z.int().describe('Open sessions, without API keys'),
  last_seen_at: timestamp
    .nullable()
    .describe('When a session was last renewed. null: never, or too long ago'),
  device_count: z.int().describe('Devices that the user owns, or has accepted as landlord'),
  code_count: z.int().describe('Prepaid codes that the user issued'),
  payments_made: z.int(),
  payments_received: z.int().describe('Payments of others at the devices of the user'),
  staff: z.array(Work).describe('Staff of the user, including invitations, newest first'),
  works_for: z
    .array(Work)
    .describe(`Accounts that the user works for, newest first, at most ${limits.staff}`),
})
export type UserDetail = z.infer<typeof UserDetail>

export const Session = z.object({
  id,
  user_agent: z.string().describe('User-Agent header of the browser'),
  created_at: timestamp,
  last_seen_at: timestamp.describe(
    'When the session was last renewed. An active session renews every few minutes',
  ),
  is_current: z.boolean().describe('Whether this is the session of the call'),
})
export type Session = z.infer<typeof Session>

export const LeftBehind = z.object({
  id: id.describe('Id of the device or code'),
  kind: z.enum(leftBehindKinds),
  name: z.string(),
  remaining_balance: z.number().nullable().describe('Balance of a code'),
  created_at: timestamp,
})
export type LeftBehind = z.infer<typeof LeftBehind>

const QuotaUse = z.object({
  kind: z.enum(quotaKinds).describe('Kind of item. Only kinds that you can read'),
  kept: z.int().describe('Current number of items'),
  most: z.int().describe('Maximum number of items'),
})

export const me = {
  get: endpoint('GET', '/users-me', {
    summary: 'Get your account',
    may: 'signed-in',
    needs: 'account',
    reply: User,
  }),
  update: endpoint('PUT', '/users-me', {
    summary: 'Change your name',
    may: 'account',
    needs: 'account',
    query: versionQuery,
    body: z.strictObject({ full_name: text(limits.nameMax) }),
    reply: User,
    refusals: ['changed_meanwhile'],
  }),
  changePassword: endpoint('PUT', '/users-me/password', {
    summary: 'Change your password. Ends all your other sessions',
    may: 'account',
    needs: 'account',
    body: z.strictObject({ current_password: knownPassword, new_password: newPassword }),
    reply: null,
    refusals: ['wrong_password', 'too_many_attempts', 'common_password', 'too_busy'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  sendVerification: endpoint('POST', '/users-me/verification', {
    summary: 'Send a verification code to your email address',
    may: 'account',
    needs: 'account',
    reply: MailAsked,
    refusals: ['too_many_mails_of_network'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  verification: endpoint('GET', '/users-me/verification', {
    summary: 'Get whether the verification code is still queued',
    may: 'signed-in',
    needs: 'account',
    reply: MailAsked,
  }),
  verify: endpoint('PUT', '/users-me/verification', {
    summary:
      'Verify your address with the emailed code. Ends your other sessions. Unless you registered in this session, removes earlier passkeys and authenticator apps',
    may: 'account',
    needs: 'account',
    body: z.strictObject({ code: secretText(limits.codeMax) }),
    reply: User,
    refusals: ['wrong_email_code'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  quotas: endpoint('GET', '/users-me/quotas', {
    summary: 'Get the number of devices, codes and other items that your account has and can have',
    may: 'account',
    needs: 'any',
    reply: z.object({ data: z.array(QuotaUse) }),
  }),
  waitingCodes: endpoint('GET', '/users-me/waiting-codes', {
    summary:
      'Get whether codes with a balance were issued to your address. Verify the address to see them',
    may: 'signed-in',
    needs: 'account',
    reply: z.object({ codes_wait: z.boolean() }),
  }),
  sessions: endpoint('GET', '/users-me/sessions', {
    summary: 'List your sessions, newest first',
    may: 'signed-in',
    needs: 'account',
    query: wholeListQuery,
    reply: listOf(Session),
    refusals: ['list_too_long'],
  }),
  endSession: endpoint('DELETE', '/users-me/sessions/:id', {
    summary: 'End one of your sessions',
    may: 'signed-in',
    needs: 'account',
    params: z.strictObject({ id }),
    reply: null,
    refusals: ['session_not_found'],
  }),
  endOtherSessions: endpoint('DELETE', '/users-me/sessions', {
    summary: 'End all your other sessions',
    may: 'signed-in',
    needs: 'account',
    reply: null,
  }),
  leftBehind: endpoint('GET', '/users-me/left-behind', {
    summary:
      'List devices and codes created before your address was verified, newest first. They are disabled until you keep them',
    may: 'signed-in',
    needs: 'account',
    query: wholeListQuery,
    reply: listOf(LeftBehind),
    refusals: ['list_too_long'],
  }),
  keepLeftBehind: endpoint('POST', '/users-me/left-behind/:id', {
    summary: 'Keep a device or code created before verification. Restores its earlier state',
    may: 'signed-in',
    needs: 'account',
    params: z.strictObject({ id }),
    reply: null,
    refusals: ['left_behind_not_found'],
  }),
  removeLeftBehind: endpoint('DELETE', '/users-me/left-behind/:id', {
    summary: 'Delete a device or code created before verification',
    may: 'signed-in',
    needs: 'account',
    params: z.strictObject({ id }),
    reply: null,
    refusals: ['left_behind_not_found'],
  }),
}

/** Any word; only the exact word admin has power. */
const role = partOfAddress(limits.roleMax)

export const adminUsers = {
  list: endpoint('GET', '/admin-users', {
    summary: 'List all users, newest first',
    may: 'admin',
    needs: 'admin',
    query: wholeListQuery.extend({
      search: search.describe('Matches part of the email or full name'),
    }),
    reply: listOf(User),
    refusals: ['list_too_long'],
  }),
  get: endpoint('GET', '/admin-users/:id', {
    summary: 'Get a user, with counts of their devices, codes and payments, and their staff',
    may: 'admin',
    needs: 'account',
    params: z.strictObject({ id }),
    reply: UserDetail,
    refusals: ['user_not_found'],
  }),
  assignRole: endpoint('POST', '/admin-users-roles/:id', {
    summary: 'Give a user a role. No effect if the user already has it',
    may: 'admin',
    needs: 'account',
    params: z.strictObject({ id }),
    body: z.strictObject({ role }),
    reply: User,
    refusals: ['user_not_found', 'too_many_roles', 'no_role_for_guests'],
  }),
  endSessions: endpoint('DELETE', '/admin-users/:id/sessions', {
    summary: 'End all sessions of a user',
    may: 'admin',
    needs: 'account',
    params: z.strictObject({ id }),
    reply: null,
    refusals: ['user_not_found'],
  }),
  removeRole: endpoint('DELETE', '/admin-users/:id/roles/:role', {
    summary: 'Remove a role from a user. The last admin cannot be removed',
    may: 'admin',
    needs: 'account',
    params: z.strictObject({ id, role }),
    reply: null,
    refusals: ['user_not_found', 'last_admin'],
  }),
}
