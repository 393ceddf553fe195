import { apiKeys } from '@coinless/contract/api-keys.ts'
import { limits } from '@coinless/contract/limits.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { staff } from '@coinless/contract/staff.ts'
import { me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { statusOf, testApp } from '../../../test/support/app.ts'
import { makeLandlord, makeUser, password, type TestUser } from '../../../test/support/make.ts'
import { makeInvitation, makeStaff } from '../../../test/support/staff.ts'
import { deleteExpiredRows } from '../../jobs/retention.ts'

const server = testApp({ publicUrl: 'https://coinless.example.com' })

const proof = { current_password: password }

const makeOwner = () => makeLandlord(server, { email_verified: true })
const makePerson = () => makeUser(server, { email_verified: true, full_name: 'Mia Manager' })

function invite(as: TestUser, email: string, role: 'manager' | 'technician' = 'manager') {
  return server.call(staff.invite, { as, body: { ...proof, email, role } })
}

async function mailedTo(email: string) {
  const mail = (await server.mails()).findLast(({ to }) => to === email)
  const link = /^https:\S+$/m.exec(mail?.text ?? '')?.[0] ?? ''
  return { mail, link, secret: link.split('#')[1] ?? '' }
}

const listed = async (as: TestUser) => (await server.call(staff.list, { as })).data
const codeOf = async (as: TestUser, secret: string) =>
  (await server.refused(staff.accept, { as, body: { secret } })).body.code

describe('an invitation', () => {
  test('is a mailed link with its secret behind #, and is accepted with its address', async () => {
    const [owner, person] = [await makeOwner(), await makePerson()]
    const made = await invite(owner, ` ${person.email.toUpperCase()} `)
    expect(made).toMatchObject({ email: person.email, role: 'manager', state: 'invited' })
    const days = (Date.parse(made.expires_at ?? '') - Date.parse(made.invited_at)) / 86_400_000
    expect(days).toBe(limits.invitationDays)
    const { mail, link, secret } = await mailedTo(person.email)
    expect(mail?.text).toContain(`${owner.email} invites you`)
    expect(link).toBe(`https://coinless.example.com/staff-invitation#${secret}`)
    const stored = await sql`select memberships::text from memberships`.execute(server.database)
    expect(JSON.stringify(stored.rows)).not.toContain(secret)
    const shown = await server.call(staff.invitation, { as: person, body: { secret } })
    const { full_name, email } = owner
    expect(shown).toEqual({ full_name, email, role: 'manager', places: null })
    const joined = await server.call(staff.accept, { as: person, body: { secret } })
    expect(joined).toMatchObject({ account_id: owner.id, role: 'manager' })
    expect(joined.rights).toContain('read_money')
    expect(await listed(owner)).toMatchObject([
      { id: made.id, state: 'active', full_name: 'Mia Manager', expires_at: null },
    ])
    expect((await server.call(staff.accounts, { as: person })).data).toEqual([joined])
    expect((await mailedTo(owner.email)).mail?.subject).toContain(person.email)
    expect(await codeOf(person, secret)).toBe('invitation_not_found')
  })

  test.each([
    '# ',
    '#\u200b',
    '(#).',
    '\u2068#\u2069',
    'https://coinless.example.com/staff-invitation##',
  ])('is accepted as it is pasted: %j', async (written) => {
    const [owner, person] = [await makeOwner(), await makePerson()]
    await invite(owner, person.email)
    const { secret } = await mailedTo(person.email)
    const body = { secret: written.replace(/#(?!#)/, () => secret) }
    const shown = await server.call(staff.invitation, { as: person, body })
    expect(shown.email).toBe(owner.email)
    const joined = await server.call(staff.accept, { as: person, body })
    expect(joined.account_id).toBe(owner.id)
  })

  // id: invitations-1
  test('is refused to users without its address, or with that address unverified', async () => {
    const owner = await makeOwner()
    const unverified = await makeUser(server)
    const { secret } = await makeInvitation(server, owner, unverified.email)
    for (const as of [unverified, await makePerson(), owner]) {
      expect(await codeOf(as, secret)).toBe('invitation_not_found')
      const { status } = await server.refused(staff.invitation, { as, body: { secret } })
      expect(status).toBe(404)
    }
    await sql`update users set email_verified = true where id = ${unverified.id}`.execute(
      server.database,
    )
    await server.call(staff.accept, { as: unverified, body: { secret } })
  })

  test(`expires after ${limits.invitationDays} days, is deleted later, and has another link when resent`, async () => {
    const [owner, person] = [await makeOwner(), await makePerson()]
    const { id, secret } = await makeInvitation(server, owner, person.email)
    const letPass = (days: number) =>
      server.asOwner(`update memberships
        set invited_at = invited_at - interval '${days} days' where id = '${id}'`)
    await letPass(limits.invitationDays)
    expect(await listed(owner)).toMatchObject([{ state: 'expired' }])
    expect(await codeOf(person, secret)).toBe('invitation_not_found')
    const again = await server.call(staff.resend, { as: owner, params: { id } })
    expect(again.state).toBe('invited')
    expect(await codeOf(person, secret)).toBe('invitation_not_found')
    await letPass(limits.invitationKeptDays + 1)
    expect(await deleteExpiredRows(server.database)).toEqual([])
    expect(await listed(owner)).toEqual([])
  })

  test('has no valid old link once it is withdrawn or resent', async () => {
    const [owner, person] = [await makeOwner(), await makePerson()]
    const { id } = await invite(owner, person.email)
    const first = (await mailedTo(person.email)).secret
    await server.call(staff.resend, { as: owner, params: { id } })
    const second = (await mailedTo(person.email)).secret
    expect(await codeOf(person, first)).toBe('invitation_not_found')
    await server.call(staff.remove, { as: owner, params: { id } })
    expect(await codeOf(person, second)).toBe('invitation_not_found')
  })

  test.each([
    [
      'when the password is changed',
      (as: TestUser) =>
        server.call(me.changePassword, {
          as,
          body: { ...proof, new_password: 'another one here' },
        }),
    ],
    [
      'when the account closes',
      (as: TestUser) => server.call(ownAccount.close, { as, body: proof }),
    ],
  ])('is withdrawn %s', async (_, happens) => {
    const [owner, person] = [await makeOwner(), await makePerson()]
    const { secret } = await makeInvitation(server, owner, person.email)
    await happens(owner)
    expect(await codeOf(person, secret)).toBe('invitation_not_found')
  })

  test('requires the password, a verified address and the address of another user', async () => {
    const owner = await makeOwner()
    const body = { ...proof, email: 'mia@example.com', role: 'manager' as const }
    const refusal = async (as: TestUser, change: object) =>
      (await server.refused(staff.invite, { as, body: { ...body, ...change } })).body.code
    expect(await refusal(owner, { current_password: 'wrong' })).toBe('wrong_password')
    expect(await refusal(await makeLandlord(server), {})).toBe('mail_needs_verified')
    expect(await refusal(owner, { email: owner.email })).toBe('staff_is_yourself')
    expect(await refusal(owner, { email: 'mia' })).toBe('invalid_input')
    expect(await refusal(owner, { role: 'admin' as never })).toBe('invalid_input')
    await invite(owner, body.email)
    expect(await refusal(owner, {})).toBe('staff_exists')
    expect(await listed(owner)).toHaveLength(1)
  })

  test(`is limited to ${limits.invitationsADay} a day and ${limits.staff} at once, regardless of removals`, async () => {
    const owner = await makeOwner()
    await server.asOwner(`insert into audit_events
        (action, actor_id, subject, details, address, user_agent)
      select 'staff_invited', '${owner.id}', '', '{}', '', ''
      from generate_series(2, ${limits.invitationsADay})`)
    const { id } = await invite(owner, 'last@example.com')
    const body = { ...proof, email: 'more@example.com', role: 'manager' as const }
    const more = await server.refused(staff.invite, { as: owner, body })
    expect(more.body.code).toBe('too_many_invitations')
    const again = await server.refused(staff.resend, { as: owner, params: { id } })
    expect(again.body.code).toBe('too_many_invitations')
    const other = await makeOwner()
    await sql`insert into memberships (owner_id, email, role, secret_hash)
      select ${other.id}, n || '@example.com', 'manager', sha256(${other.id}::bytea || n::text::bytea)
      from generate_series(1, ${limits.staff}) as n`.execute(server.database)
    const full = await server.refused(staff.invite, { as: other, body })
    expect(full.body.code).toBe('too_many_staff')
  })
})

test('counts concurrent resends of an invitation towards the daily limit', async () => {
  const owner = await makeOwner()
  const { id } = await makeInvitation(server, owner, 'friend@example.com')
  await sql`insert into audit_events (action, actor_id, subject, details, address, user_agent)
    select 'staff_invited', ${owner.id}, '', '{}', '', ''
    from generate_series(1, ${limits.invitationsADay - 1}::integer)`.execute(server.database)
  const sent = { params: { id } }
  const statuses = await Promise.all(
    Array.from({ length: 8 }, () => statusOf(server.app, staff.resend, owner, sent)),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})

test('lets only the owner list, change, resend or remove staff', async () => {
  const [owner, other] = [await makeOwner(), await makeOwner()]
  const { membershipId: id } = await makeStaff(server, owner, 'technician')
  const body = { ...proof, role: 'manager' as const }
  const codes = [
    await server.refused(staff.change, { as: other, params: { id }, body }),
    await server.refused(staff.resend, { as: other, params: { id } }),
    await server.refused(staff.remove, { as: other, params: { id } }),
    await server.refused(staff.leave, { as: other, params: { id } }),
    // Staff who have accepted get no new invitation.
    await server.refused(staff.resend, { as: owner, params: { id } }),
  ].map((refusal) => refusal.body.code)
  expect(new Set(codes)).toEqual(new Set(['staff_not_found']))
  expect(await listed(other)).toEqual([])
  expect(await listed(owner)).toMatchObject([{ role: 'technician', state: 'active' }])
  const changed = await server.call(staff.change, { as: owner, params: { id }, body })
  expect(changed.role).toBe('manager')
})

test('refuses staff of any role keys, invitations and calls to the account', async () => {
  const owner = await makeOwner()
  const as = await makeStaff(server, owner, 'manager')
  for (const endpoint of [me.get, me.sessions, apiKeys.list, staff.list, ownAccount.export]) {
    const { body } = await server.refused(endpoint, { as })
    expect(body.error).toContain('“Own account”')
  }
  const body = { ...proof, email: 'friend@example.com', role: 'manager' as const }
  expect((await server.refused(staff.invite, { as, body })).body.code).toBe('right_missing')
})
