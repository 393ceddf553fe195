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
import { deliverNotifications } from '../../jobs/notifications.ts'
import { checkDueCycles } from '../../payments/cycles/check-due.ts'
import { pushKeysOf } from './keys.ts'

const { service, server, subscribe, send, queue, subscriptionsOf, titles, makeSubscribed } =
  await pushing()
const { makeRoom, payAt, expectState } = laundry(server)

/** Makes all waiting retries due. */
const pass = () => server.asOwner(`update jobs set due_at = now()`)

describe('a payer is notified by push', () => {
  test('that the machine is done, in a message that only the browser can read', async () => {
    const tenant = await makeSubscribed()
    const landlord = await makeLandlord(server)
    const device = await makeDevice(server, landlord)
    const { code } = await makeCode(server, landlord)
    const id = await payAt(tenant, device, code)
    await passTime(server, id, 31 * 60)
    await Promise.all([checkDueCycles(server.parts), checkDueCycles(server.parts)])
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
    expect(life).toBeGreaterThan((limits.doneNotificationHours - 1) * 3600)
    expect(life).toBeLessThanOrEqual(limits.doneNotificationHours * 3600)
  })

  test('that the machine did not start and of the refund, unless they turned that off', async () => {
    const { machine, tenant, pay } = await makeRoom()
    await subscribe(tenant)
    const id = await pay()
    await machine.answer('door')
    await expectState(id, 'not_started', 'door')
    await deliverNotifications(server.database, server.parts.config)
    await send()
    expect(service.received).toMatchObject([
      { push: { title: 'W-1 did not start: $2.50 refunded', about: id } },
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

  test('in each of their ten newest browsers, but not in those that they signed out of', async () => {
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
  test('gets the messages behind those of browsers that are gone', async () => {
    const gone = await makeSubscribed()
    for (let n = 0; n < limits.pushesAtOnce; n++) await queue(gone)
    await server.call(auth.logout, { as: gone })
    await queue(await makeSubscribed())
    await send()
    expect(titles()).toEqual([push.title])
  })

  test('is retried after an error at the time that it names, until the message expires', async () => {
    const as = await makeSubscribed()
    await queue(as)
    service.answers.push({ status: 503 }, { status: 429, headers: { 'retry-after': '600' } })
    await send()
    await send()
    expect(service.answers).toHaveLength(1)
    await pass()
    await send()
    const { rows } = await sql<{ pause: number }>`
      select round(extract(epoch from due_at - now()))::int as pause from jobs`.execute(
      server.database,
    )
    expect(rows[0]?.pause).toBeGreaterThan(590)
    // A time further ahead than any pause was set under another clock.
    await server.asOwner(`update jobs set due_at = now() + interval '1 day'`)
    await send()
    expect(titles()).toEqual([push.title])
    await queue(as)
    service.answers.push({ status: 500 })
    await send()
    await server.asOwner(`update jobs set expires_at = now(), due_at = now()`)
    await send()
    expect(titles()).toHaveLength(1)
  })

  test('is retried after an hour if it names a later time, however late', async () => {
    await queue(await makeSubscribed())
    service.answers.push({ status: 429, headers: { 'retry-after': '9999999999' } })
    await send()
    await pass()
    await send()
    expect(titles()).toEqual([push.title])
  })

  test('is retried when it cannot be reached', async () => {
    const as = await makeSubscribed()
    await queue(as)
    // The certificate is not trusted.
    await send(server.parts.config, localhostCertificate().cert)
    await pass()
    await send()
    expect(titles()).toEqual([push.title])
  })

  test('is not retried when it rejects, redirects or may have accepted a message', async () => {
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
  test('does not get a message again that a dead server had already sent', async () => {
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

test('creates one key pair for servers that start together, and a new one for another secret', async () => {
  const { database, parts } = server
  await server.asOwner('delete from push_keys')
  const pairs = await Promise.all([1, 2, 3].map(() => pushKeysOf(database, parts.config)))
  expect(new Set(pairs.map(({ publicKey }) => publicKey)).size).toBe(1)
  const as = await makeSubscribed()
  const other = { ...parts.config, jwtSecret: 'another secret of the tests, long enough' }
  expect((await pushKeysOf(database, other)).publicKey).not.toBe(pairs[0]?.publicKey)
  expect(await subscriptionsOf(as)).toBe(0)
})

test('sends nothing to a closed account and deletes its browsers', async () => {
  const as = await makeSubscribed()
  await queue(as)
  await server.call(ownAccount.close, { as, body: { current_password: password } })
  await send()
  const left = await server.database.selectFrom('push_subscriptions').selectAll().execute()
  expect([titles(), left.filter(({ user_id }) => user_id === as.id)]).toEqual([[], []])
})
