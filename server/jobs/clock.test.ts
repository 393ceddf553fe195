import { auth } from '@coinless/contract/auth.ts'
import { limits, requestsPerMinute } from '@coinless/contract/limits.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/support/app.ts'
import { makeCode, makeLandlord, makeUser } from '../../test/support/make.ts'
import { expireCodes, restoreEarlyExpiries } from '../codes/prepaid-codes/balance.ts'
import { findInconsistencies } from '../ledger/entries/check.ts'
import { DatabaseClock } from '../platform/database/clock.ts'

/** Rows that lie a day ahead are what a clock leaves that was a day ahead and is set back. */
const server = testApp({ rateLimits: true })

test('notices that the clock was set, in both directions', async () => {
  let passed = 0
  const clock = new DatabaseClock(server.database, () => passed + performance.now())
  let told = 0
  const end = clock.onSet(() => told++)
  expect(await clock.measure()).toBe(0)
  expect(await clock.measure()).toBe(0)
  passed = 3_600_000
  expect(await clock.measure()).toBeCloseTo(-3600, -2)
  expect(await clock.measure()).toBe(0)
  passed = 0
  expect(await clock.measure()).toBeCloseTo(3600, -2)
  expect(told).toBe(2)
  end()
  passed = 3_600_000
  await clock.measure()
  expect(told).toBe(2)
})

test('measures the database’s clock more precisely with a faster answer', async () => {
  let answerMs = 5000
  let waitedMs = 0
  const clock = new DatabaseClock(server.database, () => {
    waitedMs += answerMs
    return performance.now() + waitedMs
  })
  await clock.measure()
  answerMs = 0
  expect(clock.aheadMs).toBeGreaterThan(4000)
  await clock.measure()
  expect(clock.aheadMs).toBeLessThan(4000)
})

test('does not throttle a network for calls counted under another clock', async () => {
  const remoteAddress = '203.0.113.5'
  const ask = () =>
    server.app.inject({ method: 'POST', url: '/api/passkey-sign-ins/options', remoteAddress })
  await ask()
  await sql`update call_counts set started_at = started_at + interval '1 day',
    calls = ${requestsPerMinute.signIn + 1}`.execute(server.database)
  expect((await ask()).statusCode).toBe(200)
})

test('does not throttle a network for attempts counted under another clock', async () => {
  const { email } = await makeUser(server)
  const wrong = () => server.refused(auth.login, { body: { email, password: 'wrong password' } })
  for (let n = 0; n < 6; n++) await wrong()
  expect((await wrong()).body.code).toBe('too_many_attempts')
  await sql`update failed_attempts set last_failed_at = last_failed_at + interval '1 day',
    blocked_until = blocked_until + interval '1 day'`.execute(server.database)
  expect((await wrong()).body.code).not.toBe('too_many_attempts')
})

test('mails a code again although the last one is in the future', async () => {
  const as = await makeUser(server)
  await server.call(me.sendVerification, { as })
  await sql`update email_codes set created_at = created_at + interval '1 day'`.execute(
    server.database,
  )
  await server.call(me.sendVerification, { as })
  expect((await server.mails()).filter(({ to }) => to === as.email)).toHaveLength(2)
})

test('restores once the balance that an expiry took too early', async () => {
  const as = await makeLandlord(server)
  const { id } = await makeCode(server, as, { balance: 10 })
  const other = await makeCode(server, as, { balance: 5 })
  const deleted = await makeCode(server, as, { balance: 5 })
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  for (const each of [id, other.id, deleted.id]) {
    await server.call(prepaidCodes.setExpiry, { as, params: { id: each }, body: { expires_at } })
  }
  const shift = (hours: number) =>
    server.asOwner(`set session_replication_role = replica;
      update prepaid_codes set expires_at = expires_at + interval '${hours} hours'
        where id in ('${id}', '${deleted.id}');
      update ledger_entries set created_at = created_at + interval '${hours} hours'
        where reason = 'expiry'`)
  await shift(-24)
  await expireCodes(server.database)
  await server.call(prepaidCodes.delete, { as, params: { id: deleted.id } })
  const left = async () =>
    (await server.call(prepaidCodes.get, { as, params: { id } })).remaining_balance
  expect(await left()).toBe(0)
  await restoreEarlyExpiries(server.database)
  expect(await left()).toBe(0)
  await shift(24)
  await Promise.all([restoreEarlyExpiries(server.database), restoreEarlyExpiries(server.database)])
  await restoreEarlyExpiries(server.database)
  expect(await left()).toBe(10)
  const { data } = await server.call(prepaidCodes.history, { as, params: { id } })
  expect(data.map(({ reason, amount }) => [reason, amount])).toEqual([
    ['expiry', 10],
    ['expiry', -10],
    ['issue', 10],
  ])
  expect(await findInconsistencies(server.database)).toEqual([])
})

test('restores no balance above the maximum', async () => {
  const as = await makeLandlord(server)
  const { id } = await makeCode(server, as, { balance: limits.balanceMax / 100 })
  const params = { id }
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  await server.call(prepaidCodes.setExpiry, { as, params, body: { expires_at } })
  const end = (hours: number) =>
    server.asOwner(`update prepaid_codes set expires_at = now() + interval '${hours} hours'
      where id = '${id}'`)
  await end(-1)
  await expireCodes(server.database)
  await end(1)
  await server.call(prepaidCodes.topUp, { as, params, body: { amount: 1 } })
  await server.call(prepaidCodes.setExpiry, { as, params, body: { expires_at: null } })
  const { remaining_balance } = await server.call(prepaidCodes.get, { as, params })
  expect(remaining_balance).toBe(limits.balanceMax / 100)
  expect(await findInconsistencies(server.database)).toEqual([])
})
