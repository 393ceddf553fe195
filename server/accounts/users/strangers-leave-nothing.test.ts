import { auth } from '@coinless/contract/auth.ts'
import { devices } from '@coinless/contract/devices.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { payments } from '@coinless/contract/payments.ts'
import { me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { statusOf, testApp } from '../../../test/support/app.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
  termsOf,
} from '../../../test/support/make.ts'
import { everyRow, servedBy } from '../../../test/support/valid-calls.ts'
import { makePasskey, makeWorld } from '../../../test/support/world.ts'

/** Tests every reference to an account after another user verifies its address. */
const server = testApp()

const harmless = sql`false`

/** Rows of a stranger that must not remain, by the column that names the account. Of other columns, none remain. */
const forbidden: Record<string, typeof harmless> = {
  'sessions.user_id': sql`ended_at is null and id <> all (select id from going_on)`,
  'controllers.owner_id': sql`deleted_at is null and credential_hash is not null`,
  'devices.owner_id': sql`deleted_at is null
    and (status = 'active' or id <> all (select id from left_behind))`,
  'prepaid_codes.user_id': sql`deleted_at is null
    and (not disabled or id <> all (select id from left_behind))`,
  // The list of what was left behind.
  'left_behind.user_id': harmless,
  // Documents give no access.
  'resources.owner_id': harmless,
  // History stays, and so do first answers.
  'card_payments.payer_id': harmless,
  // Batches stay, with their codes disabled.
  'code_batches.user_id': harmless,
  'cut_short_alerts.owner_id': harmless,
  'cut_short_alerts.payer_id': harmless,
  'idempotency_keys.user_id': harmless,
  'ledger_entries.actor_id': harmless,
  'losses.owner_id': harmless,
  'losses.payee_id': harmless,
  'refunds.actor_id': harmless,
  'refunds.owner_id': harmless,
  'top_ups.issuer_id': harmless,
  'top_ups.payer_id': harmless,
  'top_up_refunds.actor_id': harmless,
  'transactions.owner_id': harmless,
  'transactions.payer_id': harmless,
}

async function mailedCode(email: string): Promise<string> {
  const mail = (await server.mails()).findLast(({ to }) => to === email)
  return /^\w{4}-\w{4}$/m.exec(mail?.text ?? '')?.[0] ?? ''
}

async function signIn(email: string, secret: string) {
  const { session } = await server.call(auth.login, { body: { email, password: secret } })
  const { sid } = server.app.jwt.verify<{ sid: string }>(session.access_token)
  return { token: session.access_token, sid }
}

/** Calls that end the account or its session. */
const leaving: Endpoint[] = [auth.logout, ownAccount.close]

/** Registers an address of another person, and makes every call that a stranger may make. */
async function registerStranger() {
  const world = await makeWorld(server)
  const body = { full_name: 'Eve', password, user_type: 'landlord' as const }
  const email = `${crypto.randomUUID()}@example.com`
  const { session, user } = await server.call(auth.register, { body: { ...body, email } })
  const stranger = { ...user, sessionId: '', token: session.access_token }
  const device = await makeDevice(server, stranger)
  const code = await makeCode(server, stranger, { balance: 9999 })
  for (const row of everyRow) {
    const isWriting = row.endpoint.method !== 'GET' && !leaving.includes(row.endpoint)
    if (!isWriting || !servedBy(row).includes('stranger')) continue
    await statusOf(server.app, row.endpoint, stranger, row.send?.(world))
  }
  await makePasskey(server, stranger)
  await server.asOwner(`
    update authenticators set confirmed_at = now() where user_id = '${user.id}';
    insert into recovery_codes (user_id, code_hash) values ('${user.id}', 'hash')`)
  return { ...stranger, refreshToken: session.refresh_token, device, code }
}

/** How the owner of the address verifies it. Returns the password and session that stay valid. */
const ways = {
  'by a password that they choose by mail': async (email: string) => {
    const new_password = 'a password of the owner'
    await server.call(auth.sendPasswordCode, { body: { email } })
    const code = await mailedCode(email)
    await server.call(auth.resetPassword, { body: { email, code, new_password } })
    return { secret: new_password, goingOn: undefined }
  },
  'by the mailed code in a session of their own': async (email: string) => {
    const code = await mailedCode(email)
    await sql`update authenticators set confirmed_at = null`.execute(server.database)
    const session = await signIn(email, password)
    await server.call(me.verify, { as: session, body: { code } })
    return { secret: password, goingOn: session.sid }
  },
}

/** Every column that refers to an account, except in the audit trail. */
async function columnsOfAccounts(): Promise<string[]> {
  const { rows } = await sql<{ column: string }>`
    select relname || '.' || attname as column
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and (
      attname in ('user_id', 'owner_id', 'payer_id', 'actor_id') or exists (
        select from pg_constraint
        where conrelid = attrelid and confrelid = 'users'::regclass and attnum = any (conkey)))`.execute(
    server.database,
  )
  return rows.map(({ column }) => column).filter((column) => column !== 'audit_events.actor_id')
}

test('names only columns that refer to an account', async () => {
  expect(await columnsOfAccounts()).toEqual(expect.arrayContaining(Object.keys(forbidden)))
})

// id: strangers-leave-nothing-1
describe('a stranger who registered an address keeps nothing once its owner verifies it', () => {
  test.each(Object.entries(ways))('%s', async (_, show) => {
    const stranger = await registerStranger()
    const { secret, goingOn } = await show(stranger.email)
    for (const name of await columnsOfAccounts()) {
      const [table = '', column = ''] = name.split('.')
      const { rows } = await sql`
        with going_on as (select ${goingOn ?? null}::uuid as id)
        select * from ${sql.table(table)}
        where ${sql.ref(column)} = ${stranger.id} and (${forbidden[name] ?? sql`true`})`.execute(
        server.database,
      )
      expect(rows, name).toEqual([])
    }
    expect(await statusOf(server.app, me.get, stranger)).toBe(401)
    const body = { refresh_token: stranger.refreshToken }
    expect(await statusOf(server.app, auth.refresh, undefined, { body })).toBe(401)

    const owner = await signIn(stranger.email, secret)
    const host = await makeLandlord(server)
    const ofAnother = await makeDevice(server, host, { landlord_email: stranger.email })
    await server.call(devices.accept, { as: owner, params: { id: ofAnother.id } })
    await server.call(me.keepLeftBehind, { as: owner, params: { id: stranger.code.id } })
    const payer = await makeUser(server)
    const paid = await statusOf(server.app, payments.prepaid, payer, {
      body: { ...termsOf(ofAnother), prepaid_code: stranger.code.code },
    })
    expect(paid).toBe(422)
    const params = { id: stranger.device.id }
    expect(await statusOf(server.app, devices.get, payer, { params })).toBe(404)
  })
})
