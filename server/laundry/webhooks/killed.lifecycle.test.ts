import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { limits } from '@coinless/contract/limits.ts'
import { webhooks } from '@coinless/contract/webhooks.ts'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseUrl } from '../../../test/servers/postgres.ts'
import { Program } from '../../../test/servers/program.ts'
import { makeLandlord } from '../../../test/support/make.ts'
import { delivering } from '../../../test/support/webhooks.ts'

const { server, world, makeWebhook, log, pass } = delivering()

async function startServer(folder: string): Promise<Program> {
  const { pathname } = new URL(server.url)
  const program = new Program({
    DATA_DIR: folder,
    DATABASE_URL: server.url,
    DATABASE_OWNER_URL: databaseUrl(inject('postgresUrl'), pathname.slice(1)),
    JWT_SECRET: server.parts.config.jwtSecret,
    ADMIN_EMAIL: 'ada@example.com',
    ADMIN_PASSWORD: 'ada at the helm',
    WEBHOOK_PRIVATE_NETWORKS: 'on',
  })
  await program.start()
  onTestFinished(() => program.stop())
  return program
}

test('resends deliveries of a killed server with the same ids and loses none', async () => {
  await using files = await mkdtempDisposable(`${tmpdir()}/coinless-`)
  const as = await makeLandlord(server, { email_verified: true })
  const { id } = await makeWebhook(as)
  const others = 3
  const count = limits.deliveriesAtOnce + others
  for (let n = 0; n < count; n++) await server.call(webhooks.test, { as, params: { id } })
  // Receivers take the events but never answer.
  world.receiver.byPath.set('/hook', () => {})
  const killed = await startServer(files.path)
  const { received } = world.receiver
  await expect.poll(() => received.length).toBe(limits.deliveriesAtOnce)
  await killed.kill()
  const taken = received.map(({ event }) => event.id)
  world.receiver.byPath.clear()
  await startServer(files.path)
  // The killed server’s claims stay valid, because it might still be working.
  expect(received.filter(({ event }) => taken.includes(event.id))).toHaveLength(taken.length)
  await pass(`${limits.webhookClaimSeconds} seconds`)
  const deliveries = () => log(as, id)
  await expect
    .poll(async () => (await deliveries()).filter(({ status }) => status === 'delivered').length)
    .toBe(count)
  const times = Map.groupBy(received, ({ event }) => event.id)
  expect(times.size).toBe(count)
  expect([...times].filter(([, each]) => each.length === 2).map(([event]) => event)).toEqual(taken)
  expect((await deliveries()).map(({ tries }) => tries).sort()).toEqual([
    ...Array(others).fill(1),
    ...Array(taken.length).fill(2),
  ])
})
