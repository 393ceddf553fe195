import { limits } from '@coinless/contract/limits.ts'
import { webhooks } from '@coinless/contract/webhooks.ts'
import { expect, test } from 'vitest'
import { makeLandlord } from '../../../test/support/make.ts'
import { delivering } from '../../../test/support/webhooks.ts'
import { claimDeliveries } from './webhook-outbox.ts'

const { server, world, dispatcher, makeWebhook, log } = delivering()

/** A webhook of a new account with one waiting event. */
async function makeTested(path: string) {
  const as = await makeLandlord(server, { email_verified: true })
  const { id } = await makeWebhook(as, path)
  const sent = { as, params: { id } }
  await server.call(webhooks.test, sent)
  return { as, id, sent }
}

test('does not let slow receivers of one account delay other accounts', async () => {
  const as = await makeLandlord(server, { email_verified: true })
  for (let n = 0; n < limits.webhooks; n++) {
    const { id } = await makeWebhook(as, '/slow')
    for (let m = 0; m < limits.deliveriesAtOnce; m++) {
      await server.call(webhooks.test, { as, params: { id } })
    }
  }
  const held: (() => void)[] = []
  world.receiver.byPath.set('/slow', (response) => {
    held.push(() => response.writeHead(200).end())
  })
  const its = dispatcher()
  await its.run()
  await expect.poll(() => held.length).toBe(limits.deliveriesOfAccountAtOnce)
  const quick = await makeTested('/quick')
  await its.run()
  await expect.poll(async () => (await log(quick.as, quick.id))[0]?.status).toBe('delivered')
  expect(held).toHaveLength(limits.deliveriesOfAccountAtOnce)
  world.receiver.byPath.clear()
  for (const answer of held) answer()
  await its.rest()
  expect(world.receiver.received).toHaveLength(limits.webhooks * limits.deliveriesAtOnce + 1)
})

test('prefers accounts with the fewest deliveries in progress', async () => {
  const many = await makeTested('/many')
  for (let n = 1; n < limits.deliveriesAtOnce; n++) await server.call(webhooks.test, many.sent)
  const few = await makeTested('/few')
  const claimed = await claimDeliveries(server.database, 2)
  expect(claimed.map(({ webhook_id }) => webhook_id).sort()).toEqual([many.id, few.id].sort())
  await server.call(webhooks.test, few.sent)
  const { id } = await makeTested('/new')
  const [next] = await claimDeliveries(server.database, 1)
  expect(next?.webhook_id).toBe(id)
})
