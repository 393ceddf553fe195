import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { connect, type Database } from './database/connection.ts'
import { withEmbedded } from './database/embedded.ts'
import { isDatabaseLost } from './database/lost.ts'
import { findFaults } from './ledger/check.ts'
import { Program } from './test/program.ts'

/** BANK_KILLS: how often the server or its database is killed; 30 in `npm run test:long`. */
const kills = Number(process.env.BANK_KILLS ?? 4)
const paymentsBetweenKills = Number(process.env.BANK_PAYMENTS ?? 60)
const clients = 8
const codes = 4
const pauseMs = 50

const dataDir = await mkdtemp(join(tmpdir(), 'coinless-bank-'))
const account = { email: 'ada@example.com', password: 'ada at the helm' }
const program = new Program({
  DATA_DIR: dataDir,
  RATE_LIMITS: 'off',
  ADMIN_EMAIL: account.email,
  ADMIN_PASSWORD: account.password,
})
afterAll(async () => {
  await program.stop()
  await rm(dataDir, { recursive: true, force: true })
})

interface Answer {
  status: number
  body: { code?: string; id?: string; transaction?: { id: string } }
}

let token = ''

/** Asks until there is an answer: lost connections, 503 and sessions that ran out are no answers. */
async function ask(method: string, path: string, body?: object, key = ''): Promise<Answer> {
  for (;;) {
    try {
      const response = await fetch(`${program.address}/api${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const answer: Answer = { status: response.status, body: (await response.json()) as object }
      if (answer.status === 401) await signIn()
      else if (answer.status !== 503) return answer
    } catch {
      // No answer came.
    }
    await delay(pauseMs)
  }
}

async function signIn() {
  const { body } = await ask('POST', '/auth-login', account)
  token = (body as unknown as { session: { access_token: string } }).session.access_token
}

async function makeBank() {
  await signIn()
  const device = {
    label: 'Washer',
    device_number: 'W-1',
    device_type: 'washer',
    landlord_email: account.email,
    location: 'Elm Street 4',
    duration_minutes: 30,
    price: 0.25,
  }
  const { body } = await ask('POST', '/devices', device)
  const terms = { device_id: body.id, amount: device.price, duration: device.duration_minutes }
  const issued = await Promise.all(
    Array.from({ length: codes }, async () => {
      const code = `BANK-CODE-${randomUUID().slice(0, 13)}`
      const answer = await ask('POST', '/prepaid-codes', { code, balance: 10_000 }, randomUUID())
      return { id: answer.body.id ?? '', code }
    }),
  )
  return { terms, issued }
}

/** A reader that adds everything up while money moves. Of a database that is gone it learns nothing. */
async function expectSound(database: Database) {
  const faults = await findFaults(database).catch((error) => {
    if (isDatabaseLost(error)) return []
    throw error
  })
  expect(faults).toEqual([])
}

test(`payments through ${kills} kills of the server and its database: none is lost, none doubled`, {
  timeout: 3_600_000,
}, async () => {
  await program.start()
  const { terms, issued } = await makeBank()
  const database = connect(await withEmbedded(dataDir, async (url) => url))
  const acknowledged: string[] = []
  const refused: string[] = []
  let isOver = false

  async function pay(client: number) {
    for (let n = 0; !isOver; n++) {
      const { code, id } = issued[(client + n) % codes] ?? { code: '', id: '' }
      const key = randomUUID()
      const answer = await ask('POST', '/payments/prepaid', { ...terms, prepaid_code: code }, key)
      if (answer.status === 201) acknowledged.push(answer.body.transaction?.id ?? '')
      else refused.push(answer.body.code ?? '')
      if (n % 10 === client) await ask('PATCH', `/prepaid-codes-id-toggle/${id}`)
    }
  }

  const paying = Array.from({ length: clients }, (_, client) => pay(client))
  for (let kill = 0; kill < kills; kill++) {
    const goal = acknowledged.length + paymentsBetweenKills
    await expect.poll(() => acknowledged.length, { timeout: 120_000 }).toBeGreaterThan(goal)
    await expectSound(database)
    if (kill % 2 === 0) await program.killDatabase()
    else await program.kill().then(() => program.start())
  }
  isOver = true
  await Promise.all(paying)

  expect(new Set(refused)).toEqual(new Set(refused.length > 0 ? ['code_disabled'] : []))
  const recorded = await database.selectFrom('transactions').select('id').execute()
  expect(recorded.map(({ id }) => id).sort()).toEqual(acknowledged.sort())
  expect(await findFaults(database)).toEqual([])
  await database.destroy()
  console.log(`${acknowledged.length} payments, ${refused.length} refused, ${kills} kills`)
})
