import { limits } from '@coinless/contract/limits.ts'
import { payments } from '@coinless/contract/payments.ts'
import { webhooks } from '@coinless/contract/webhooks.ts'
import { expect, test } from 'vitest'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  termsOf,
} from '../../../test/support/make.ts'
import { isSignedBy, status } from '../../../test/support/webhook-receiver.ts'
import { delivering } from '../../../test/support/webhooks.ts'

const { server, world, dispatcher, makeWebhook, log, pass } = delivering()

/** A webhook with one event that waits. */
async function makeTested(path = '/hook') {
  const as = await makeLandlord(server, { email_verified: true })
  const webhook = await makeWebhook(as, path)
  const sent = { as, params: { id: webhook.id } }
  await server.call(webhooks.test, sent)
  return { as, ...webhook, sent, last: async () => (await log(as, webhook.id))[0] }
}

async function bring(its = dispatcher()) {
  await its.run()
  await its.rest()
}

test('a test event arrives, signed, and the log says so', async () => {
  const { secret, last } = await makeTested()
  await bring()
  const [received] = world.receiver.received
  expect(received?.event).toMatchObject({ type: 'webhook.test', data: {} })
  expect(received && isSignedBy(secret, received)).toBe(true)
  expect(received?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Coinless',
  })
  expect(await last()).toMatchObject({
    event_id: received?.event.id,
    status: 'delivered',
    tries: 1,
    answer_status: 200,
    answer_start: 'thank you',
    failure: null,
    next_try_at: null,
  })
  await bring()
  expect(world.receiver.received).toHaveLength(1)
})

test('what a receiver refuses is sent again with the same id, after pauses that grow', async () => {
  const { id, last } = await makeTested()
  const pauses: number[] = []
  for (const code of [500, 429, 404]) {
    world.receiver.answers.push(status(code, `no ${code}`))
    await bring()
    const { next_try_at, tried_at, ...known } = (await last()) ?? {}
    expect(known).toMatchObject({ status: 'waiting', failure: 'status', answer_status: code })
    const seconds = (Date.parse(next_try_at ?? '') - Date.parse(tried_at ?? '')) / 1000
    pauses.push(Math.round(seconds / 10) * 10)
    await bring()
    await pass('1 minute')
  }
  await bring()
  expect(pauses).toEqual([10, 20, 40])
  expect(await last()).toMatchObject({ status: 'delivered', tries: 4 })
  const ids = world.receiver.received.map(({ event }) => event.id)
  expect([ids.length, new Set(ids).size]).toEqual([4, 1])
  const known = await server.database
    .selectFrom('webhooks')
    .select(['failing_since', 'failed_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  expect(known).toEqual({ failing_since: null, failed_at: null })
})

// id: dispatcher-1
test('a redirect is a failure, and nobody goes there', async () => {
  const { last } = await makeTested()
  world.receiver.answers.push(status(307, '', { location: '/elsewhere' }))
  await bring()
  expect(await last()).toMatchObject({ failure: 'redirect', answer_status: 307 })
  expect(world.receiver.received.map(({ path }) => path)).toEqual(['/hook'])
})

test('of an answer without end a little is read, and the connection is cut', async () => {
  const { last } = await makeTested()
  const cut = Promise.withResolvers<void>()
  world.receiver.answers.push((response) => {
    response.on('close', cut.resolve)
    response.writeHead(200)
    const write = () => {
      while (!response.destroyed && response.write('a'.repeat(64 * 1024)));
    }
    response.on('drain', write)
    write()
  })
  await bring()
  await cut.promise
  const { answer_start, ...known } = (await last()) ?? {}
  expect(known).toMatchObject({ status: 'delivered', answer_status: 200 })
  expect(answer_start).toBe('a'.repeat(limits.webhookAnswerBytes))
})

test('an answer that says yes counts, though the connection breaks in the middle of it', async () => {
  const { last } = await makeTested()
  world.receiver.answers.push((response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('half', () => response.destroy())
  })
  await bring()
  expect(await last()).toMatchObject({ status: 'delivered', answer_start: 'half' })
})

test('one that breaks before it says anything is sent again', async () => {
  const { last } = await makeTested()
  world.receiver.answers.push((response) => response.destroy())
  await bring()
  expect(await last()).toMatchObject({ status: 'waiting', failure: 'no_connection' })
})

test('an answer is kept without what is not seen or turns texts around', async () => {
  const { last } = await makeTested()
  world.receiver.answers.push(status(200, '<b>\n\0\u202e\u{1b}[31mé'))
  await bring()
  expect((await last())?.answer_start).toBe(String.raw`<b>\n\u{0}\u{202e}\u{1b}[31mé`)
})

// id: dispatcher-2
test('a receiver that never answers, or byte by byte, has ten seconds, and holds up nobody else', async () => {
  const silent = await makeTested('/silent')
  const slow = await makeTested('/slow')
  const { as } = silent
  for (let n = 0; n < 5; n++) await server.call(webhooks.test, silent.sent)
  const quick = await makeTested('/quick')
  const { byPath } = world.receiver
  byPath.set('/silent', () => {})
  byPath.set('/slow', ({ socket }) => {
    const letters = [...'HTTP/1.1 200 OK\r\nx-a: b'].values()
    const dripping = setInterval(() => socket?.write(letters.next().value ?? 'c'), 50)
    socket?.on('close', () => clearInterval(dripping))
  })
  const its = dispatcher()
  const began = performance.now()
  await its.run()
  await expect.poll(async () => (await quick.last())?.status).toBe('delivered')
  // Payments of whoever's receiver hangs go on.
  const [device, code] = [await makeDevice(server, as), await makeCode(server, as)]
  const body = { ...termsOf(device), prepaid_code: code.code }
  await server.call(payments.prepaid, { as: await makeUser(server), body })
  expect(performance.now() - began).toBeLessThan(limits.webhookSeconds * 1000)
  const atOnce = () => world.receiver.received.filter(({ path }) => path === '/silent').length
  expect(atOnce()).toBe(limits.deliveriesAtOnce)
  await expect.poll(async () => (await slow.last())?.failure, { timeout: 15_000 }).toBe('timeout')
  const { took_ms } = (await slow.last()) ?? {}
  expect(took_ms).toBeGreaterThanOrEqual(limits.webhookSeconds * 1000 - 50)
}, 30_000)

test('of a receiver that fails one at a time is tried', async () => {
  const { sent } = await makeTested()
  for (let n = 0; n < 3; n++) await server.call(webhooks.test, sent)
  world.receiver.byPath.set('/hook', status(500))
  await bring()
  await pass('1 hour')
  const hanging = Promise.withResolvers<void>()
  world.receiver.received.length = 0
  world.receiver.byPath.set('/hook', (response) => {
    void hanging.promise.then(() => response.writeHead(200).end())
  })
  const its = dispatcher()
  await its.run()
  await expect.poll(() => world.receiver.received.length).toBe(1)
  await dispatcher().run()
  expect(world.receiver.received).toHaveLength(1)
  hanging.resolve()
  await its.rest()
  expect(world.receiver.received).toHaveLength(4)
})

test('servers share the work: each event is sent once, and a few at once in all', async () => {
  const { sent } = await makeTested()
  for (let n = 0; n < 19; n++) await server.call(webhooks.test, sent)
  let [now, most] = [0, 0]
  world.receiver.byPath.set('/hook', (response) => {
    most = Math.max(most, ++now)
    setImmediate(() => {
      now--
      response.writeHead(204).end()
    })
  })
  const servers = [dispatcher(), dispatcher(), dispatcher()]
  await Promise.all(servers.map((each) => each.run()))
  await expect.poll(() => world.receiver.received.length).toBe(20)
  await Promise.all(servers.map((each) => each.rest()))
  const ids = world.receiver.received.map(({ event }) => event.id)
  expect(new Set(ids).size).toBe(20)
  expect(most).toBeLessThanOrEqual(limits.deliveriesAtOnce)
})

test('what a server had sent when it was killed is sent again by another one, with the same id', async () => {
  const { last } = await makeTested()
  // It sends, and never writes down what came of it.
  const dying = dispatcher()
  await server.asOwner(`
    create function killed() returns trigger language plpgsql as $$ begin
      if new.claimed_until is null then raise exception 'killed'; end if; return new; end $$;
    create trigger killed before update on webhook_deliveries for each row execute function killed()`)
  await bring(dying)
  await server.asOwner('drop trigger killed on webhook_deliveries; drop function killed()')
  expect(world.receiver.received).toHaveLength(1)
  await bring()
  expect(world.receiver.received).toHaveLength(1)
  await pass(`${limits.webhookClaimSeconds} seconds`)
  await bring()
  const ids = world.receiver.received.map(({ event }) => event.id)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  expect(await last()).toMatchObject({ status: 'delivered', tries: 2 })
})

test('what is under way when a server ends is sent again by another one at once', async () => {
  const { last } = await makeTested()
  world.receiver.answers.push(() => {})
  const ending = dispatcher()
  await ending.run()
  await expect.poll(() => world.receiver.received.length).toBe(1)
  await ending.stop()
  await bring()
  expect(await last()).toMatchObject({ status: 'delivered' })
})

test('what waits is due though the clock was set back a day', async () => {
  const { last } = await makeTested()
  world.receiver.answers.push(status(500))
  await bring()
  await pass('-1 day')
  await bring()
  expect(await last()).toMatchObject({ status: 'delivered', tries: 2 })
})

test('after three days a delivery is given up, and a webhook at which nothing arrived is disabled with a mail', async () => {
  const { as, sent, last } = await makeTested('/hook?token=do-not-tell')
  world.receiver.byPath.set('/hook?token=do-not-tell', status(500))
  await bring()
  for (let hours = 0; hours < 60; hours += 12) await passTrying('12 hours')
  expect(await last()).toMatchObject({ status: 'waiting' })
  await passTrying('725 minutes')
  expect(await last()).toMatchObject({ status: 'given_up', failure: 'status', next_try_at: null })
  expect(await server.call(webhooks.get, sent)).toMatchObject({
    is_enabled: false,
    rested_at: expect.any(String),
  })
  const mails = (await server.mails()).filter(({ to }) => to === as.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Coinless has disabled your webhook to 127.0.0.1:${world.receiver.port}`,
  ])
  expect(JSON.stringify(mails)).not.toContain('do-not-tell')
  const refused = await server.refused(webhooks.test, sent)
  expect(refused.body.code).toBe('webhook_disabled')
})

async function passTrying(interval: string) {
  await pass(interval)
  await bring()
}

test('a webhook at which something has arrived meanwhile is not disabled', async () => {
  const { sent } = await makeTested()
  world.receiver.byPath.set('/hook', status(500))
  await bring()
  for (let hours = 0; hours < 60; hours += 12) await passTrying('12 hours')
  await server.call(webhooks.test, sent)
  world.receiver.answers.push(status(200))
  world.receiver.byPath.clear()
  await bring()
  world.receiver.byPath.set('/hook', status(500))
  await server.call(webhooks.test, sent)
  await bring()
  await passTrying('13 hours')
  expect(await server.call(webhooks.get, sent)).toMatchObject({
    is_enabled: true,
    failing_since: expect.any(String),
  })
})

test('a time without any server counts as no failure of a receiver', async () => {
  const { sent } = await makeTested()
  world.receiver.byPath.set('/hook', status(500))
  await bring()
  await passTrying('4 days')
  expect(await server.call(webhooks.get, sent)).toMatchObject({ is_enabled: true })
})
