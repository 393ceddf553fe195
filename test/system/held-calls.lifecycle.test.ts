import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findInconsistencies } from '../../server/ledger/entries/check.ts'
import { connect } from '../../server/platform/database/connection.ts'
import { Cluster } from '../servers/cluster.ts'
import { account, bankProgram } from '../support/bank.ts'

const folder = await mkdtemp(join(tmpdir(), 'coinless-held-'))
const cluster = new Cluster(folder)
beforeAll(() => cluster.start())
afterAll(() => cluster.stop())

const washer = {
  label: 'Washer',
  device_number: 'W-1',
  device_type: 'washer',
  landlord_email: account.email,
  location: 'Elm Street 4',
  duration_minutes: 30,
  price: 0.25,
}

interface Answer {
  id: string
  session: { access_token: string }
  transaction: { id: string }
}

test('holds calls during a planned switchover and answers payments and lists normally', async () => {
  const JWT_SECRET = 'a secret of the tests, long enough'
  const program = bankProgram(join(folder, 'data'), { DATABASE_URL: cluster.url, JWT_SECRET })
  await program.start()
  let isOpen = true
  onTestFinished(async () => {
    isOpen = false
    await program.stop()
  })
  const statuses: number[] = []
  let token = ''
  async function ask(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await fetch(`${program.address}/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': randomUUID(),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    statuses.push(answer.status)
    return (await answer.json()) as Answer
  }
  token = (await ask('POST', '/auth-login', account)).session.access_token
  const { id: device_id } = await ask('POST', '/devices', washer)
  const prepaid_code = `HELD-CODE-${randomUUID().slice(0, 13)}`
  await ask('POST', '/prepaid-codes', { code: prepaid_code, balance: 5000 })
  const payment = { device_id, amount: 0.25, duration: 30, prepaid_code }
  const paid: string[] = []
  const serving = Array.from({ length: 4 }, async () => {
    while (isOpen) {
      paid.push((await ask('POST', '/payments/prepaid', payment)).transaction?.id)
      await ask('GET', '/transactions?limit=1')
    }
  })
  const more = async () => {
    const wanted = paid.length + 20
    await expect.poll(() => paid.length).toBeGreaterThan(wanted)
  }
  await more()
  await cluster.stopPrimary()
  const signingIn = ask('POST', '/auth-login', account)
  await cluster.promoteReplica()
  expect((await signingIn).session.access_token).toBeTruthy()
  await more()
  isOpen = false
  await Promise.all(serving)
  expect(new Set(statuses)).toEqual(new Set([200, 201]))
  const database = connect(cluster.url)
  const kept = await database.selectFrom('transactions').select('id').execute()
  expect(kept.map(({ id }) => id).sort()).toEqual(paid.sort())
  expect(await findInconsistencies(database)).toEqual([])
  await database.destroy()
})
