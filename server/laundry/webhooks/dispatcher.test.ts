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

/** A webhook with one waiting event. */
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

test('delivers a signed test event and logs it', async () => {
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

test('retries a rejected delivery with the same id after growing pauses', async () => {
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
    .select(['failing_since', 'last_failed_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  expect(known).toEqual({ failing_since: null, last_failed_at: null })
})

// id: dispatcher-1
test('treats a redirect as a failure and does not follow it', async () => {
  const { last } = await makeTested()
  world.receiver.answers.push(status(307, '', { location: '/elsewhere' }))
  await bring()
  expect(await last()).toMatchObject({ failure: 'redirect', answer_status: 307 })
  expect(world.receiver.received.map(({ path }) => path)).toEqual(['/hook'])
})

test('reads only the start of an endless answer and closes the connection', async () => {
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

test('accepts a successful status when the connection breaks in the body', async () => {
  const { last } = await makeTested()
  world.receiver.answers.push((response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('half', () => response.destroy())
  })
  await bring()
  expect(await last()).toMatchObject({ status: 'delivered', answer_start: 'half' })
})

test('retries when the connection breaks before an answer', async () => {
  const { last } = await makeTested()
  world.receiver.answers.push((response) => response.destroy())
  await bring()
  expect(await last()).toMatchObject({ status: 'waiting', failure: 'no_connection' })
})

test('escapes invisible and direction-changing characters in a stored answer', async () => {
  const { last } = await makeTested()
  world.receiver.answers.push(status(200, '<b>\n\0\u202e\u{1b}[31mé'))
  await bring()
  expect((await last())?.answer_start).toBe(String.raw`<b>\n\u{0}\u{202e}\u{1b}[31mé`)
})

// id: dispatcher-2
test('stops silent and slow receivers after ten seconds, without delaying others', async () => {
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
  // Payments to an owner whose receiver hangs continue.
  const [device, code] = [await makeDevice(server, as), await makeCode(server, as)]
  const body = { ...termsOf(device), prepaid_code: code.code }
  await server.call(payments.prepaid, { as: await makeUser(server), body })
  expect(performance.now() - began).toBeLessThan(limits.webhookSeconds * 1000)
  const atOnce = () => world.receiver.received.filter(({ path }) => path === '/silent').length
  expect(atOnce()).toBe(limits.deliveriesAtOnce)
  await expect.poll(async () => (await slow.last())?.failure).toBe('timeout')
  const { took_ms } = (await slow.last()) ?? {}
  expect(took_ms).toBeGreaterThanOrEqual(limits.webhookSeconds * 1000 - 50)
})

test('tries a failing receiver with one delivery at a time', async () => {
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

test('sends each event once across servers, and only a few at a time in total', async () => {
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

test('sends again with the same id what a killed server had sent', async () => {
  const { last } = await makeTested()
  // It sends but never records the result.
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

test('sends deliveries of a stopping server again at once from another', async () => {
  const { last } = await makeTested()
  world.receiver.answers.push(() => {})
  const ending = dispatcher()
  await ending.run()
  await expect.poll(() => world.receiver.received.length).toBe(1)
  await ending.stop()
  await bring()
  expect(await last()).toMatchObject({ status: 'delivered' })
})

test('sends waiting deliveries when the clock was set back a day', async () => {
  const { last } = await makeTested()
  world.receiver.answers.push(status(500))
  await bring()
  await pass('-1 day')
  await bring()
  expect(await last()).toMatchObject({ status: 'delivered', tries: 2 })
})

test('gives up a delivery after three days and disables a webhook that got none, with a mail', async () => {
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
    `Your webhook to 127.0.0.1:${world.receiver.port} is disabled`,
  ])
  expect(JSON.stringify(mails)).not.toContain('do-not-tell')
  const refused = await server.refused(webhooks.test, sent)
  expect(refused.body.code).toBe('webhook_disabled')
})

async function passTrying(interval: string) {
  await pass(interval)
  await bring()
}

test('keeps a webhook enabled when a delivery succeeded in that time', async () => {
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

test('does not count time without a running server as a failure of the receiver', async () => {
  const { sent } = await makeTested()
  world.receiver.byPath.set('/hook', status(500))
  await bring()
  await passTrying('4 days')
  expect(await server.call(webhooks.get, sent)).toMatchObject({ is_enabled: true })
})
