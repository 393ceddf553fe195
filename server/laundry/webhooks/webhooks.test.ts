import { audit } from '@coinless/contract/audit.ts'
import { limits } from '@coinless/contract/limits.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { webhooks } from '@coinless/contract/webhooks.ts'
import { expect, test } from 'vitest'
import { makeAdmin, makeLandlord, password, unknownId } from '../../../test/support/make.ts'
import { isSignedBy } from '../../../test/support/webhook-receiver.ts'
import { delivering } from '../../../test/support/webhooks.ts'
import { deleteExpiredRows } from '../../jobs/retention.ts'

const { server, world, dispatcher, makeWebhook, log, pass } = delivering()
const body = { url: 'https://example.com/hook', events: ['payment.created' as const] }

async function bring() {
  const its = dispatcher()
  await its.run()
  await its.rest()
}

test('returns the secret of a webhook only when it is created', async () => {
  const as = await makeLandlord(server)
  const { secret, ...made } = await server.call(webhooks.create, { as, body })
  expect(secret).toMatch(/^whsec_[\w-]{43}$/)
  const params = { id: made.id }
  expect(await server.call(webhooks.get, { as, params })).toEqual(made)
  expect((await server.call(webhooks.list, { as })).data).toEqual([made])
  const rows = await server.database.selectFrom('webhooks').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(rows.some(({ sealed_secret }) => sealed_secret.includes(secret))).toBe(false)
})

test('creates one webhook for a repeated idempotency key and returns the same secret', async () => {
  const as = await makeLandlord(server)
  const make = async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/webhooks',
      headers: { authorization: `Bearer ${as.token}`, 'idempotency-key': 'one-webhook' },
      payload: body,
    })
    return answer.json()
  }
  const first = await make()
  server.secrets.plant(first)
  expect(await make()).toEqual(first)
  expect((await server.call(webhooks.list, { as })).data).toHaveLength(1)
})

test('signs with both secrets for a day after a replacement, then only with the new one', async () => {
  const as = await makeLandlord(server)
  const { id, secret: old } = await makeWebhook(as)
  const sent = { as, params: { id } }
  const { secret } = await server.call(webhooks.replaceSecret, sent)
  const signed = async () => {
    await server.call(webhooks.test, sent)
    await bring()
    const last = world.receiver.received.at(-1)
    return last && [isSignedBy(old, last), isSignedBy(secret, last)]
  }
  expect(await signed()).toEqual([true, true])
  await pass('24 hours')
  expect(await signed()).toEqual([false, true])
  await dispatcher().sweep()
  const kept = await server.database.selectFrom('webhooks').selectAll().executeTakeFirst()
  expect(kept).toMatchObject({ sealed_old_secret: null, old_secret_until: null })
})

test('sends nothing unsigned when another JWT_SECRET sealed the secret', async () => {
  const as = await makeLandlord(server)
  const { id } = await makeWebhook(as)
  await server.database
    .updateTable('webhooks')
    .set({ sealed_secret: Buffer.alloc(64) })
    .execute()
  await server.call(webhooks.test, { as, params: { id } })
  await bring()
  expect(world.receiver.received).toEqual([])
  expect(await log(as, id)).toMatchObject([{ failure: 'secret_lost', status: 'waiting' }])
})

test('allows at most ten webhooks per account, also with concurrent calls', async () => {
  const as = await makeLandlord(server)
  const answers = await Promise.all(
    Array.from({ length: limits.webhooks + 2 }, () =>
      server.app.inject({
        method: 'POST',
        url: '/api/webhooks',
        headers: { authorization: `Bearer ${as.token}` },
        payload: body,
      }),
    ),
  )
  const made = answers.filter(({ statusCode }) => statusCode === 201)
  server.secrets.plant(made.map((answer) => answer.json()))
  expect(made).toHaveLength(limits.webhooks)
  const refused = await server.refused(webhooks.create, { as, body })
  expect(refused.body.code).toBe('too_many_webhooks')
})

test.each([
  [{ ...body, url: 'not an address' }, 'url'],
  [{ ...body, url: 'ftp://example.com' }, 'url'],
  [{ ...body, url: `https://example.com/${'a'.repeat(limits.webhookUrlMax)}` }, 'url'],
  [{ ...body, events: [] }, 'events'],
  [{ ...body, events: ['payment.deleted' as never] }, 'events.0'],
  [{ ...body, description: 'a'.repeat(limits.nameMax + 1) }, 'description'],
])('rejects an invalid webhook by field: %#', async (wrong, field) => {
  const as = await makeLandlord(server)
  const refused = await server.refused(webhooks.create, { as, body: wrong })
  expect(refused.body).toMatchObject({ code: 'invalid_input', details: [{ field }] })
})

test('rejects a change of a stale version, and audits each change with only the host', async () => {
  const [as, admin] = [await makeLandlord(server), await makeAdmin(server)]
  const url = `${body.url}/in-the-path?token=in-the-query`
  const { id } = await server.call(webhooks.create, { as, body: { ...body, url } })
  const sent = { as, params: { id } }
  const changed = { ...body, url: 'https://example.org/', is_enabled: true }
  await server.call(webhooks.update, { ...sent, body: changed })
  const stale = await server.refused(webhooks.update, {
    ...sent,
    query: { version: 'a'.repeat(22) },
    body: changed,
  })
  expect(stale.body.code).toBe('changed_meanwhile')
  await server.call(webhooks.replaceSecret, sent)
  await server.call(webhooks.delete, sent)
  const { data } = await server.call(audit.list, { as: admin, query: { search: id, limit: 10 } })
  expect(data.map(({ action, subject, details }) => [action, subject, details])).toEqual([
    ['webhook_deleted', 'example.org', {}],
    ['webhook_secret_replaced', 'example.org', {}],
    ['webhook_changed', 'example.org', { host: 'example.com → example.org' }],
    ['webhook_created', 'example.com', { events: 'payment.created' }],
  ])
  expect(JSON.stringify(data)).not.toMatch(/in-the-(path|query)/)
})

test('resends a delivered event with the same id for its owner alone', async () => {
  const as = await makeLandlord(server)
  const { id } = await makeWebhook(as)
  const { id: delivery, event_id } = await server.call(webhooks.test, { as, params: { id } })
  await bring()
  await pass('5 days')
  const sent = { as, params: { id: delivery } }
  expect(await server.call(webhooks.sendAgain, sent)).toMatchObject({
    status: 'waiting',
    event_id,
  })
  await bring()
  expect(world.receiver.received.map(({ event }) => event.id)).toEqual([event_id, event_id])
  expect(await log(as, id)).toMatchObject([{ status: 'delivered', tries: 1 }])
  const stranger = await makeLandlord(server)
  const foreign = await server.refused(webhooks.get, { as: stranger, params: { id } })
  expect(foreign.body.code).toBe('webhook_not_found')
  for (const params of [{ id: delivery }, { id: unknownId }]) {
    const refused = await server.refused(webhooks.sendAgain, { as: stranger, params })
    expect(refused.body.code).toBe('delivery_not_found')
  }
})

test('returns the log in pages, newest first, with filters', async () => {
  const as = await makeLandlord(server)
  const { id } = await makeWebhook(as)
  for (let n = 0; n < 3; n++) await server.call(webhooks.test, { as, params: { id } })
  const asked = { as, params: { id }, query: { limit: 2, page: 2, status: 'waiting' } }
  const { data, pagination } = await server.call(webhooks.deliveries, asked)
  expect([data.length, pagination]).toEqual([1, { page: 2, limit: 2, total: 3, totalPages: 2 }])
  const none = { ...asked, query: { status: 'delivered' } }
  expect((await server.call(webhooks.deliveries, none)).data).toEqual([])
})

test('deletes deliveries after thirty days and with their webhook', async () => {
  const as = await makeLandlord(server)
  const [kept, gone] = [await makeWebhook(as), await makeWebhook(as)]
  for (const { id } of [kept, kept, gone]) await server.call(webhooks.test, { as, params: { id } })
  await server.asOwner(`update webhook_deliveries set created_at = now() - interval '31 days'
    where id = (select id from webhook_deliveries where webhook_id = '${kept.id}' limit 1)`)
  await server.call(webhooks.delete, { as, params: { id: gone.id } })
  expect(await deleteExpiredRows(server.database)).toEqual([])
  const left = await server.database.selectFrom('webhook_deliveries').select('webhook_id').execute()
  expect(left).toEqual([{ webhook_id: kept.id }])
})

test('exports an account’s webhooks without secrets, and deletes them when it closes', async () => {
  const as = await makeLandlord(server)
  const { secret, ...webhook } = await makeWebhook(as)
  await server.call(webhooks.test, { as, params: { id: webhook.id } })
  const exported = await server.call(ownAccount.export, { as })
  expect(exported.webhooks).toEqual([webhook])
  expect(JSON.stringify(exported)).not.toContain(secret)
  await server.call(ownAccount.close, { as, body: { current_password: password } })
  await bring()
  expect(world.receiver.received).toEqual([])
  await deleteExpiredRows(server.database)
  const left = await Promise.all(
    (['webhooks', 'webhook_deliveries'] as const).map((table) =>
      server.database.selectFrom(table).select('id').execute(),
    ),
  )
  expect(left).toEqual([[], []])
})
