import { auth } from '@coinless/contract/auth.ts'
import { limits } from '@coinless/contract/limits.ts'
import { notifications } from '@coinless/contract/notifications.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { localhostCertificate } from '../../../test/servers/localhost-certificate.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { passTime } from '../../../test/support/machine.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
} from '../../../test/support/make.ts'
import { push, pushing } from '../../../test/support/pushing.ts'
import { lookAfterCycles } from '../../payments/cycles/look-after.ts'
import { deliverNotifications } from '../preferences/deliver.ts'
import { pushKeysOf } from './keys.ts'

const { service, server, subscribe, send, queue, subscriptionsOf, titles, makeSubscribed } =
  await pushing()
const { makeRoom, payAt, expectState } = laundry(server)

/** All that waits for another try is due. */
const pass = () => server.asOwner(`update pushes set next_try_at = now()`)

describe('whoever paid is told by their browser', () => {
  test('that the machine is done, in words that only the browser reads', async () => {
    const tenant = await makeSubscribed()
    const landlord = await makeLandlord(server)
    const device = await makeDevice(server, landlord)
    const { code } = await makeCode(server, landlord)
    const id = await payAt(tenant, device, code)
    await passTime(server, id, 31 * 60)
    await Promise.all([lookAfterCycles(server.parts), lookAfterCycles(server.parts)])
    await Promise.all([1, 2].map(() => deliverNotifications(server.database, server.parts.config)))
    await Promise.all([send(), send()])
    await send()
    expect(service.received).toMatchObject([
      {
        headers: { 'content-encoding': 'aes128gcm', topic: id.replaceAll('-', '') },
        push: { title: 'W-1 is done', path: `/payments?cycle=${id}`, about: id },
      },
    ])
    const life = Number(service.received[0]?.headers.ttl)
    expect(life).toBeGreaterThan((limits.doneNoticeHours - 1) * 3600)
    expect(life).toBeLessThanOrEqual(limits.doneNoticeHours * 3600)
  })

  test('that it did not start and the money is back, unless they do not want that', async () => {
    const { machine, tenant, pay } = await makeRoom()
    await subscribe(tenant)
    const id = await pay()
    await machine.answer('door')
    await expectState(id, 'not_started', 'door')
    await deliverNotifications(server.database, server.parts.config)
    await send()
    expect(service.received).toMatchObject([
      { push: { title: 'The machine W-1 did not start: $2.50 back', about: id } },
    ])
    await server.call(notifications.choose, {
      as: tenant,
      body: { push: ['done'], mail: [], quiet_hours: null },
    })
    const again = await pay()
    await machine.answer('fault')
    await expectState(again, 'not_started', 'fault')
    await deliverNotifications(server.database, server.parts.config)
    await send()
    expect(service.received).toHaveLength(1)
  })

  test('by each of their browsers, the newest ten, and by none that they signed out of', async () => {
    const as = await makeUser(server)
    const signIn = async () => {
      const { session } = await server.call(auth.login, { body: { email: as.email, password } })
      return { ...as, token: session.access_token }
    }
    const others: TestUser[] = []
    for (let n = 0; n <= limits.pushSubscriptions; n++) {
      const other = await signIn()
      await subscribe(other)
      others.push(other)
    }
    expect(await subscriptionsOf(as)).toBe(limits.pushSubscriptions)
    for (const other of others.slice(3)) await server.call(auth.logout, { as: other })
    expect(await subscriptionsOf(as)).toBe(2)
    await queue(as)
    await server.call(auth.logout, { as: others[2] as TestUser })
    await send()
    expect(titles()).toEqual([push.title])
  })
})

describe('a push service', () => {
  test('that does not take it is asked again, when it says so, until the time is over', async () => {
    const as = await makeSubscribed()
    await queue(as)
    service.answers.push({ status: 503 }, { status: 429, headers: { 'retry-after': '600' } })
    await send()
    await send()
    expect(service.answers).toHaveLength(1)
    await pass()
    await send()
    const { rows } = await sql<{ pause: number }>`
      select round(extract(epoch from next_try_at - now()))::int as pause from pushes`.execute(
      server.database,
    )
    expect(rows[0]?.pause).toBeGreaterThan(590)
    // One that lies further ahead than any pause was written under another clock.
    await server.asOwner(`update pushes set next_try_at = now() + interval '1 day'`)
    await send()
    expect(titles()).toEqual([push.title])
    await queue(as)
    service.answers.push({ status: 500 })
    await send()
    await server.asOwner(`update pushes set expires_at = now(), next_try_at = now()`)
    await send()
    expect(titles()).toHaveLength(1)
  })

  test('that cannot be reached is asked again', async () => {
    const as = await makeSubscribed()
    await queue(as)
    // Of a certificate that it does not know.
    await send(server.parts.config, localhostCertificate().cert)
    await pass()
    await send()
    expect(titles()).toEqual([push.title])
  })

  test('that refuses it, leads elsewhere or may have it is not asked again', async () => {
    const as = await makeSubscribed()
    for (const answer of [
      { status: 400 },
      { status: 502 },
      { status: 504 },
      { status: 307, headers: { location: 'https://127.0.0.1/' } },
    ]) {
      await queue(as)
      service.answers.push(answer)
      await send()
    }
    await pass()
    await send()
    expect([titles(), await subscriptionsOf(as)]).toEqual([[], 1])
  })

  // id: push-1
  test('that has it when a server dies is not asked again by another one', async () => {
    const as = await makeSubscribed()
    await queue(as)
    const { promise: dead, resolve: die } = Promise.withResolvers<void>()
    service.hold(dead)
    const dying = send()
    await expect.poll(titles).toEqual([push.title])
    await send()
    service.hold(Promise.resolve())
    die()
    await dying
    await pass()
    await send()
    expect(titles()).toEqual([push.title])
  })
})

test('servers that start together have one pair of keys, and another secret makes new ones', async () => {
  const { database, parts } = server
  await server.asOwner('delete from push_keys')
  const pairs = await Promise.all([1, 2, 3].map(() => pushKeysOf(database, parts.config)))
  expect(new Set(pairs.map(({ publicKey }) => publicKey)).size).toBe(1)
  const as = await makeSubscribed()
  const other = { ...parts.config, jwtSecret: 'another secret of the tests, long enough' }
  expect((await pushKeysOf(database, other)).publicKey).not.toBe(pairs[0]?.publicKey)
  expect(await subscriptionsOf(as)).toBe(0)
})

test('a closed account is told nothing, and its browsers are forgotten', async () => {
  const as = await makeSubscribed()
  await queue(as)
  await server.call(ownAccount.close, { as, body: { current_password: password } })
  await send()
  const left = await server.database.selectFrom('push_subscriptions').selectAll().execute()
  expect([titles(), left.filter(({ user_id }) => user_id === as.id)]).toEqual([[], []])
})
