import { gzipSync } from 'node:zlib'
import { limits } from '@coinless/contract/limits.ts'
import { webhooks } from '@coinless/contract/webhooks.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeLandlord } from '../../../test/support/make.ts'
import { delivering } from '../../../test/support/webhooks.ts'
import { deleteExpiredRows } from '../../jobs/retention.ts'

const { server, world, dispatcher, makeWebhook, log, pass } = delivering()

test('keeps a webhook’s newest deliveries up to the limit, waiting ones, and those of others', async () => {
  const as = await makeLandlord(server)
  const [full, other] = [await makeWebhook(as), await makeWebhook(as)]
  const more = limits.forgottenAtOnce + 200
  await server.asOwner(`
    insert into webhook_deliveries (webhook_id, event_id, type, subject_id, created_at, status, next_try_at)
    select '${full.id}', gen_random_uuid(), 'webhook.test', '${full.id}', now() - interval '1 second' * n,
      case when n > ${limits.deliveriesKept + more} then 'waiting' when n % 2 = 0 then 'given_up' else 'delivered' end,
      case when n > ${limits.deliveriesKept + more} then now() + interval '1 hour' end
    from generate_series(1, ${limits.deliveriesKept + more + 3}) n;
    insert into webhook_deliveries (webhook_id, event_id, type, subject_id, created_at, status, next_try_at)
    values ('${other.id}', gen_random_uuid(), 'webhook.test', '${other.id}', now() - interval '9 days', 'delivered', null)`)
  expect(await deleteExpiredRows(server.database)).toEqual([])
  const { rows } = await sql`
    select status = 'waiting' as waits, webhook_id = ${full.id} as is_full, count(*)
    from webhook_deliveries group by 1, 2 order by 1, 2`.execute(server.database)
  expect(rows).toEqual([
    { waits: false, is_full: false, count: 1 },
    { waits: false, is_full: true, count: limits.deliveriesKept },
    { waits: true, is_full: true, count: 3 },
  ])
  const { rows: oldest } = await sql<{ seconds: number }>`
    select extract(epoch from now() - min(created_at))::integer as seconds
    from webhook_deliveries where webhook_id = ${full.id} and status <> 'waiting'`.execute(
    server.database,
  )
  expect(oldest[0]?.seconds).toBeLessThan(limits.deliveriesKept + 100)
})

test('keeps the start of a compressed answer as received, without decompressing it', async () => {
  const as = await makeLandlord(server)
  const { id } = await makeWebhook(as)
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
  world.receiver.answers.push((response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  })
  await server.call(webhooks.test, { as, params: { id } })
  const sender = dispatcher()
  await sender.run()
  await sender.rest()
  const [sent] = await log(as, id)
  expect(sent).toMatchObject({ status: 'delivered', answer_status: 200 })
  expect(sent?.answer_start).toMatch(/^\\u\{1f\}/)
})

test('gives up deliveries of a disabled webhook after three days unless it is enabled again', async () => {
  const as = await makeLandlord(server, { email_verified: true })
  const { id, events, url } = await makeWebhook(as)
  const sent = { as, params: { id } }
  const set = (is_enabled: boolean) =>
    server.call(webhooks.update, { ...sent, body: { url, events, is_enabled } })
  const bring = async () => {
    const its = dispatcher()
    await its.run()
    await its.rest()
  }
  const last = async () => (await log(as, id))[0]
  await server.call(webhooks.test, sent)
  await set(false)
  await bring()
  expect(world.receiver.received).toEqual([])
  await set(true)
  await bring()
  expect(await last()).toMatchObject({ status: 'delivered' })
  await server.call(webhooks.test, sent)
  await set(false)
  await pass('73 hours')
  await dispatcher().sweep()
  expect(await last()).toMatchObject({ status: 'given_up', failure: 'disabled' })
})
