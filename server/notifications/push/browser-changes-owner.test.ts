import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeUser, type TestUser } from '../../../test/support/make.ts'
import { pushing } from '../../../test/support/pushing.ts'
import { reporting } from '../../../test/support/reporting.ts'
import { deadlocks, waitingForLocks } from '../../../test/support/waiting.ts'
import { deliverNotifications } from '../../jobs/notifications.ts'

const { server, service, subscribe } = await pushing()
const { say, makeRoom, onlyCase, answer } = reporting(server)

/** Users who reported a machine, with a browser each, in the order of notification. */
async function makeTold() {
  const { owner, device } = await makeRoom()
  const told: { as: TestUser; browser: ReturnType<typeof service.subscribe> }[] = []
  for (let n = 0; n < 3; n++) {
    const as = await makeUser(server)
    const browser = service.subscribe()
    await subscribe(as, browser)
    await say(as, device)
    told.push({ as, browser })
  }
  await answer(owner, (await onlyCase(owner)).id, { text: 'We are on the way' })
  return told
}

test.each([
  ['first', 'last'],
  ['last', 'first'],
] as const)(
  'moves the browser of the %s of many notified users to the %s without a deadlock',
  async (from, to) => {
    const [first, between, last] = (await makeTold()) as [Told, Told, Told]
    const of = { first, last }
    // Sets the order of the browsers of the two accounts.
    for (const [n, { as }] of [of[to], of[from]].entries()) {
      await server.asOwner(`update push_subscriptions
      set id = '${n}${crypto.randomUUID().slice(1)}' where user_id = '${as.id}'`)
    }
    for (const [n, { as }] of [first, between, last].entries()) {
      await server.asOwner(`update jobs
      set due_at = now() - interval '1 hour' + interval '${n} minutes' where user_id = '${as.id}'`)
    }
    const before = await deadlocks(server)
    const done = await server.database.transaction().execute(async (holding) => {
      await sql`select from push_subscriptions where user_id = ${between.as.id} for update`.execute(
        holding,
      )
      const telling = deliverNotifications(server.database, server.parts.config)
      await expect.poll(() => waitingForLocks(server)).toBe(1)
      let isDone = false
      const taking = subscribe(of[to].as, of[from].browser).finally(() => {
        isDone = true
      })
      const isThere = async () => isDone || (await waitingForLocks(server)) > 1
      await expect.poll(isThere).toBe(true)
      return [telling, taking]
    })
    await Promise.all(done)
    expect(await deadlocks(server)).toBe(before)
  },
)

type Told = Awaited<ReturnType<typeof makeTold>>[number]
