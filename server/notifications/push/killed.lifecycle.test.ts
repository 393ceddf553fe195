import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseUrl } from '../../../test/servers/postgres.ts'
import { Program } from '../../../test/servers/program.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { passTime } from '../../../test/support/machine.ts'
import { makeCode, makeDevice, makeLandlord } from '../../../test/support/make.ts'
import { pushing } from '../../../test/support/pushing.ts'
import { deliverNotifications } from '../../jobs/notifications.ts'
import { checkDueCycles } from '../../payments/cycles/check-due.ts'

const { server, service, makeSubscribed } = await pushing()
const { payAt } = laundry(server)

/** Pushes that a server claims. The service was about to refuse a few when the server was killed. */
const taken = limits.pushesAtOnce
const refused = 5
const others = 5

async function startServer(folder: string): Promise<Program> {
  const { pathname } = new URL(server.url)
  const program = new Program({
    DATA_DIR: folder,
    DATABASE_URL: server.url,
    DATABASE_OWNER_URL: databaseUrl(inject('postgresUrl'), pathname.slice(1)),
    JWT_SECRET: server.parts.config.jwtSecret,
    ADMIN_EMAIL: 'ada@example.com',
    ADMIN_PASSWORD: 'ada at the helm',
    PUSH_SERVICES: service.origin,
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
  })
  await program.start()
  onTestFinished(() => program.stop())
  return program
}

async function countPushes() {
  const { rows } = await sql`select from jobs where queue = 'pushes'`.execute(server.database)
  return rows.length
}

test('sends the remaining pushes and none twice after a server is killed during sending', async () => {
  const { database, parts } = server
  await using files = await mkdtempDisposable(join(tmpdir(), 'coinless-'))
  await writeFile(join(files.path, 'ca.pem'), service.ca)
  const landlord = await makeLandlord(server)
  const { code } = await makeCode(server, landlord, { balance: 100 })
  const paid: string[] = []
  for (let n = 0; n < taken + others; n++) {
    const payer = await makeSubscribed()
    paid.push(await payAt(payer, await makeDevice(server, landlord), code))
  }
  for (const id of paid) await passTime(server, id, 31 * 60)
  await checkDueCycles(parts)
  await deliverNotifications(database, parts.config)
  expect(await countPushes()).toBe(paid.length)
  service.hold(new Promise(() => {}))
  service.answers.push(...Array(refused).fill({ status: 503 }))
  const killed = await startServer(files.path)
  await expect.poll(() => service.received.length).toBe(taken - refused)
  await killed.kill()
  service.hold(Promise.resolve())
  await startServer(files.path)
  const isSent = async () => {
    const { rows } = await sql`
      select from push_subscriptions where last_sent_at is not null`.execute(database)
    return rows.length
  }
  await expect.poll(isSent).toBe(others)
  expect(await countPushes()).toBe(0)
  const told = service.received.map(({ push: { about } }) => about)
  expect(new Set(told).size).toBe(told.length)
  // The result of these is unknown, so they are not sent again (decision 66).
  expect(paid.length - told.length).toBe(refused)
})
