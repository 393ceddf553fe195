import { randomBytes } from 'node:crypto'
import type { StaffRole } from '@coinless/contract/choices.ts'
import { hashOfSecret } from '../../server/accounts/staff/invitation.ts'
import type { TestApp } from './app.ts'
import { deviceBody, makeUser, type TestUser } from './make.ts'

/** The second is where a bulk change has moved a device. */
const placesOfWorld = [deviceBody.location, 'Attic']

/** Each kind of staff of the owner: role, places, and whether they were removed. */
export const staffKinds = {
  'a manager': { role: 'manager' },
  'a technician': { role: 'technician' },
  'a bookkeeper': { role: 'bookkeeper' },
  'a removed manager': { role: 'manager', isRemoved: true },
  'a manager of the place': { role: 'manager', places: placesOfWorld },
  'a technician of the place': { role: 'technician', places: placesOfWorld },
  'a bookkeeper of the place': { role: 'bookkeeper', places: placesOfWorld },
  'a manager of another place': { role: 'manager', places: ['Elsewhere'] },
} as const satisfies Record<
  string,
  { role: StaffRole; places?: readonly string[]; isRemoved?: true }
>
export type StaffKind = keyof typeof staffKinds
export const staffCallers = Object.keys(staffKinds) as StaffKind[]

/** A caller who acts for another account. */
export interface TestStaff extends TestUser {
  /** Id of the owner's account. */
  account: string
  membershipId: string
}

/**
 * A member, without sending and accepting an invitation.
 * @param places null: all places
 */
export async function makeStaff(
  test: TestApp,
  owner: { id: string },
  role: StaffRole,
  member?: TestUser,
  places: readonly string[] | null = null,
): Promise<TestStaff> {
  const person = member ?? (await makeUser(test, { email_verified: true }))
  const { id } = await test.database
    .insertInto('memberships')
    .values({
      owner_id: owner.id,
      email: person.email,
      role,
      places: places && [...places],
      secret_hash: null,
      member_id: person.id,
      joined_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...person, account: owner.id, membershipId: id }
}

/** An open invitation, and the secret of its link. */
export async function makeInvitation(
  { database }: Pick<TestApp, 'database'>,
  owner: { id: string },
  email: string,
  role: StaffRole = 'manager',
) {
  const secret = randomBytes(32).toString('base64url')
  const { id } = await database
    .insertInto('memberships')
    .values({
      owner_id: owner.id,
      email,
      role,
      secret_hash: hashOfSecret(secret),
      member_id: null,
      joined_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, secret }
}

/** The owner's staff: one of each kind, and the holder as a technician. The landlord has invited the holder. */
export async function makeStaffOfWorld(
  test: TestApp,
  { owner, landlord, holder }: Record<'owner' | 'landlord' | 'holder', TestUser>,
) {
  const made = await Promise.all(
    staffCallers.map(async (kind) => {
      const facts = staffKinds[kind]
      const places = 'places' in facts ? facts.places : null
      const member = await makeStaff(test, owner, facts.role, undefined, places)
      if ('isRemoved' in facts) {
        await test.database
          .deleteFrom('memberships')
          .where('id', '=', member.membershipId)
          .execute()
      }
      return [kind, member] as const
    }),
  )
  return {
    staff: Object.fromEntries(made) as Record<StaffKind, TestStaff>,
    membershipId: (await makeStaff(test, owner, 'technician', holder)).membershipId,
    invitation: await makeInvitation(test, landlord, holder.email),
  }
}
