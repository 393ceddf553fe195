import { auth } from '@coinless/contract/auth.ts'
import { limits } from '@coinless/contract/limits.ts'
import { notifications } from '@coinless/contract/notifications.ts'
import { describe, expect, test } from 'vitest'
import { makeUser, password } from '../../../test/support/make.ts'
import { push, pushing } from '../../../test/support/pushing.ts'
import { waitingForLocks } from '../../../test/support/waiting.ts'

const { service, server, subscribe, send, queue, subscriptionsOf, titles, makeSubscribed } =
  await pushing()

describe('a browser', () => {
  // id: browsers-1
  test('gets nothing for its earlier account after another account subscribes it', async () => {
    const browser = service.subscribe()
    const [before, after] = [await makeUser(server), await makeUser(server)]
    await subscribe(before, browser)
    await queue(before)
    expect(await subscribe(after, browser)).toMatchObject({ is_subscribed: true, subscriptions: 1 })
    await queue(before)
    await send()
    expect([titles(), await subscriptionsOf(before)]).toEqual([[], 0])
    await queue(after)
    await send()
    expect(titles()).toEqual([push.title])
  })

  test('stays subscribed after its account signs in again, but not after another account does', async () => {
    const browser = service.subscribe()
    const as = await makeUser(server)
    await subscribe(as, browser)
    const { session } = await server.call(auth.login, { body: { email: as.email, password } })
    const again = { token: session.access_token }
    await server.call(auth.logout, { as })
    const body = { endpoint: browser.endpoint }
    const stranger = await makeUser(server)
    expect(
      await server.call(notifications.renewSubscription, { as: stranger, body }),
    ).toMatchObject({ is_subscribed: false })
    expect(await server.call(notifications.renewSubscription, { as: again, body })).toMatchObject({
      is_subscribed: true,
    })
    expect(await server.call(notifications.unsubscribe, { as: again })).toMatchObject({
      is_subscribed: false,
      subscriptions: 0,
      is_answered: true,
    })
  })

  test('is recognized in any spelling of its endpoint', async () => {
    const browser = service.subscribe()
    const [before, after] = [await makeUser(server), await makeUser(server)]
    await subscribe(before, browser)
    const endpoint = `${browser.endpoint.replace('https://localhost', 'HTTPS://LocalHost')}#again`
    await subscribe(after, { ...browser, endpoint })
    expect([await subscriptionsOf(before), await subscriptionsOf(after)]).toEqual([0, 1])
  })

  test('is subscribed although others appear newer after the clock was set back', async () => {
    const as = await makeUser(server)
    for (let n = 0; n < limits.pushSubscriptions; n++) {
      const { session } = await server.call(auth.login, { body: { email: as.email, password } })
      await subscribe({ ...as, token: session.access_token })
    }
    await server.asOwner(`update push_subscriptions set created_at = created_at + interval '1 day'
      where user_id = '${as.id}'`)
    expect(await subscribe(as)).toMatchObject({
      is_subscribed: true,
      subscriptions: limits.pushSubscriptions,
    })
  })

  test('gets nothing when it is removed during a notification, and delays no other', async () => {
    const as = await makeSubscribed()
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const leaving = server.database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('push_subscriptions').where('user_id', '=', as.id).execute()
      begun.resolve()
      await over.promise
    })
    await begun.promise
    const queued = queue(as)
    await expect.poll(() => waitingForLocks(server)).toBe(1)
    over.resolve()
    await Promise.all([leaving, queued])
    await send()
    expect([titles(), await subscriptionsOf(as)]).toEqual([[], 0])
  })

  test('is removed when the push service reports it gone', async () => {
    for (const status of [404, 410]) {
      const as = await makeSubscribed()
      await queue(as)
      service.answers.push({ status })
      await send()
      expect([await subscriptionsOf(as), titles()]).toEqual([0, []])
    }
  })

  test('is rejected with an unknown push service or invalid keys', async () => {
    const as = await makeUser(server)
    const browser = service.subscribe()
    const wrong = [
      { ...browser, endpoint: 'https://127.0.0.1/push' },
      { ...browser, endpoint: `${service.origin.replace('https', 'http')}/push` },
      { ...browser, p256dh: 'A'.repeat(87) },
    ]
    for (const body of wrong) {
      const refused = await server.refused(notifications.subscribe, { as, body })
      expect(refused.body.code).toBe('push_not_possible')
    }
    expect(await subscriptionsOf(as)).toBe(0)
  })

  test('gets nothing when its push service was removed from the settings', async () => {
    const as = await makeSubscribed()
    await queue(as)
    await send({ ...server.parts.config, pushServices: [] })
    expect([titles(), await subscriptionsOf(as)]).toEqual([[], 0])
  })
})
