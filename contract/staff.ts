import { z } from 'zod'
import { AuditEvent } from './audit.ts'
import { type StaffRole, staffRoles, staffStates } from './choices.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './explain.ts'
import { email, id, listOf, text, timestamp, trueOrFalse, wholeListQuery } from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'
import { type Caller, isAdmin } from './permissions.ts'
import { type Right, rights } from './rights.ts'
import { ownerProof, proofRefusals } from './second-factor.ts'
import { linkedSecret } from './typed-fields.ts'

/** Header with the id of the account that a staff member acts for. */
export const accountHeader = 'coinless-account'

/**
 * Rights of each role. None may pay, refund or act as admin, and nobody gets `account`. A code's text is enough to
 * spend it, so bookkeepers cannot read codes.
 */
export const rightsOfRole: Record<StaffRole, readonly Right[]> = {
  manager: [
    'read_devices',
    'change_devices',
    'controllers',
    'reports',
    'read_codes',
    'change_codes',
    'read_money',
    'resources',
  ],
  technician: ['read_devices', 'change_devices', 'controllers', 'reports'],
  bookkeeper: ['read_devices', 'read_money'],
}

const rightsOfCodes: readonly Right[] = ['read_codes', 'change_codes']
/** Rights on things without a place: a code pays at all places. */
const rightsOfNoPlace: readonly Right[] = [...rightsOfCodes, 'resources']

/**
 * An admin's codes may pay at anyone's machines, so the admin's staff have no rights on codes.
 * @param places null: all
 */
export function rightsOfStaff(
  role: StaffRole,
  owner: Pick<Caller, 'roles' | 'email_verified'>,
  places: readonly string[] | null,
): readonly Right[] {
  const without = places ? rightsOfNoPlace : isAdmin(owner) ? rightsOfCodes : []
  return rightsOfRole[role].filter((right) => !without.includes(right))
}

const places = z
  .array(z.string())
  .nullable()
  .describe('Device locations that the member can access. null: all locations')

export const StaffMember = z.object({
  id,
  email: z.string(),
  full_name: z.string().nullable().describe('null until the invitation is accepted'),
  role: z.enum(staffRoles),
  places,
  state: z.enum(staffStates),
  invited_at: timestamp.describe('When the last invitation was sent'),
  expires_at: timestamp.nullable().describe('Expiry of the invitation. null after it is accepted'),
  joined_at: timestamp.nullable(),
})
export type StaffMember = z.infer<typeof StaffMember>

/** An account that the caller works for. */
export const StaffAccount = z.object({
  id: id.describe('Id of the membership'),
  account_id: id.describe('Value of the header Coinless-Account'),
  full_name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  role: z.enum(staffRoles),
  places,
  rights: z.array(z.enum(rights)),
  joined_at: timestamp,
})
export type StaffAccount = z.infer<typeof StaffAccount>

const OwnEvent = AuditEvent.omit({ address: true, user_agent: true, account_id: true })
export type OwnEvent = z.infer<typeof OwnEvent>

const params = z.strictObject({ id })
const role = z.enum(staffRoles)
/** Sorted, without duplicates. */
const somePlaces = z
  .array(text(limits.locationMax))
  .min(1, 'none_chosen' satisfies Problem)
  .max(limits.staffPlaces)
  .transform((chosen) => [...new Set(chosen)].sort())
  .nullish()
const secret = z.strictObject({ secret: linkedSecret(limits.tokenMax) })
const refusalsOfMail = [
  'mail_needs_verified',
  'too_many_invitations',
  'too_many_invitations_to_address',
] as const

export const staff = {
  list: endpoint('GET', '/staff', {
    summary: 'List your staff and invitations, newest first',
    may: 'account',
    needs: 'account',
    query: wholeListQuery,
    reply: listOf(StaffMember),
    refusals: ['list_too_long'],
  }),
  invite: endpoint('POST', '/staff', {
    summary: `Invite a user to work for you. The emailed link is valid for ${limits.invitationDays} days`,
    may: 'account',
    needs: 'account',
    body: ownerProof.extend({
      email,
      role,
      places: somePlaces.describe(
        'Device locations that the member can access, as exact text. null or omitted: all locations',
      ),
    }),
    reply: StaffMember,
    creates: true,
    refusals: [
      ...proofRefusals,
      ...refusalsOfMail,
      'staff_exists',
      'staff_is_yourself',
      'too_many_staff',
    ],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  change: endpoint('PATCH', '/staff/:id', {
    summary: 'Change the role or places of a staff member',
    may: 'account',
    needs: 'account',
    params,
    body: ownerProof.extend({
      role: role.optional().describe('Omitted: unchanged'),
      places: somePlaces.describe(
        'Device locations that the member can access, as exact text. null: all locations. Omitted: unchanged',
      ),
    }),
    reply: StaffMember,
    refusals: [...proofRefusals, 'staff_not_found'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  resend: endpoint('POST', '/staff/:id/invitation', {
    summary: 'Send an invitation again with a new link. The old link stops working',
    may: 'account',
    needs: 'account',
    params,
    reply: StaffMember,
    refusals: ['staff_not_found', ...refusalsOfMail],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  remove: endpoint('DELETE', '/staff/:id', {
    summary: 'Remove a staff member or withdraw an invitation. Takes effect at once',
    may: 'account',
    needs: 'account',
    params,
    reply: null,
    refusals: ['staff_not_found'],
  }),
  places: endpoint('GET', '/staff/places', {
    summary: `List the locations of your devices by name, at most ${limits.placesListed}`,
    may: 'account',
    needs: 'account',
    reply: z.object({ data: z.array(z.string()) }),
  }),
  trail: endpoint('GET', '/staff/trail', {
    summary: 'List the actions in your account, by you and your staff, newest first',
    may: 'account',
    needs: 'account',
    query: wholeListQuery.extend({ staff_only: trueOrFalse.optional() }),
    reply: listOf(OwnEvent),
    refusals: ['list_too_long'],
  }),
  accounts: endpoint('GET', '/memberships', {
    summary: 'List the accounts you work for',
    may: 'account',
    needs: 'account',
    query: wholeListQuery,
    reply: listOf(StaffAccount),
    refusals: ['list_too_long'],
  }),
  leave: endpoint('DELETE', '/memberships/:id', {
    summary: 'Stop working for an account',
    may: 'account',
    needs: 'account',
    params,
    reply: null,
    refusals: ['staff_not_found'],
  }),
  invitation: endpoint('POST', '/staff/invitations/find', {
    summary: 'Get the invitation of a link that was sent to your verified address',
    may: 'account',
    needs: 'account',
    body: secret,
    reply: StaffAccount.pick({ full_name: true, email: true, role: true, places: true }),
    refusals: ['invitation_not_found'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  accept: endpoint('POST', '/staff/invitations/accept', {
    summary: 'Accept an invitation to work for another account',
    may: 'account',
    needs: 'account',
    body: secret,
    reply: StaffAccount,
    refusals: ['invitation_not_found'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
}
