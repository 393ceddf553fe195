import { randomBytes } from 'node:crypto'
import type { StaffRole } from '@coinless/contract/choices.ts'
import { hashOfSecret } from '../staff/invitation.ts'
import type { TestApp } from './app.ts'
import { makeUser, type TestUser } from './make.ts'

/** Each kind of somebody who works for the owner: as what, and whether they were removed. */
export const staffKinds = {
  'a manager': { role: 'manager' },
  'a technician': { role: 'technician' },
  'a bookkeeper': { role: 'bookkeeper' },
  'a removed manager': { role: 'manager', isRemoved: true },
} as const satisfies Record<string, { role: StaffRole; isRemoved?: true }>
export type StaffKind = keyof typeof staffKinds
export const staffCallers = Object.keys(staffKinds) as StaffKind[]

/** Who calls for another's account. */
export interface TestStaff extends TestUser {
  /** The owner's. */
  account: string
  membershipId: string
}

/** As if they had accepted an invitation. */
export async function makeStaff(
  test: TestApp,
  owner: { id: string },
  role: StaffRole,
  member?: TestUser,
): Promise<TestStaff> {
  const person = member ?? (await makeUser(test, { email_verified: true }))
  const { id } = await test.database
    .insertInto('memberships')
    .values({
      owner_id: owner.id,
      email: person.email,
      role,
      secret_hash: null,
      member_id: person.id,
      joined_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...person, account: owner.id, membershipId: id }
}

/** One that waits, and the secret of its link. */
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

/** Of the owner: one of each kind, and the holder as a technician. The landlord has invited the holder. */
export async function makeStaffOfWorld(
  test: TestApp,
  { owner, landlord, holder }: Record<'owner' | 'landlord' | 'holder', TestUser>,
) {
  const made = await Promise.all(
    staffCallers.map(async (kind) => {
      const facts = staffKinds[kind]
      const member = await makeStaff(test, owner, facts.role)
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
