import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { account, bankProgram } from '../../test/support/bank.ts'
import { asUsed } from '../../test/support/used-folder.ts'
import { withEmbedded } from '../operations/embedded-postgres/embedded.ts'
import { connect, type Database } from '../platform/database/connection.ts'

const dataDir = await asUsed(await mkdtemp(join(tmpdir(), 'coinless-jobs-')))
const program = bankProgram(dataDir)
beforeAll(() => program.start())
afterAll(async () => {
  await program.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function post<T>(
  path: string,
  body: object,
  token = '',
): Promise<{ status: number; body: T }> {
  const response = await fetch(`${program.address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as T }
}

/** A code, and what it takes to pay with it. */
async function makeTarget() {
  const { body } = await post<{ session: { access_token: string } }>('/auth-login', account)
  const token = body.session.access_token
  const terms = { price: 2.5, duration_minutes: 30 }
  const device = await post<{ id: string }>(
    '/devices',
    {
      label: 'Washer',
      device_number: 'W-1',
      device_type: 'washer',
      landlord_email: account.email,
      location: 'Elm Street 4',
      ...terms,
    },
    token,
  )
  const code = `CHORE-CODE-${crypto.randomUUID().slice(0, 13)}`
  const issued = await post<{ id: string }>('/prepaid-codes', { code, balance: 10 }, token)
  const payment = {
    device_id: device.body.id,
    amount: terms.price,
    duration: terms.duration_minutes,
    prepaid_code: code,
  }
  return { token, codeId: issued.body.id, payment }
}

async function withDatabase<T>(use: (database: Database) => Promise<T>): Promise<T> {
  const database = connect(await withEmbedded(dataDir, async (url) => url))
  return use(database).finally(() => database.destroy())
}

test('answers begun calls before it stops', async () => {
  const { token, codeId, payment } = await makeTarget()
  let stopping = Promise.resolve()
  const paid = await withDatabase((database) =>
    database.transaction().execute(async (transaction) => {
      const lock = sql`select from prepaid_codes where id = ${codeId} for update`
      await lock.execute(transaction)
      const paying = post('/payments/prepaid', payment, token)
      await expect.poll(() => waiting(database)).toBe(1)
      stopping = program.stop()
      // It takes nothing new, and still has not ended.
      const isTurnedAway = () =>
        post('/auth-login', account).then(
          ({ status }) => status === 503,
          () => true,
        )
      await expect.poll(isTurnedAway).toBe(true)
      return { paying }
    }),
  )
  expect((await paid.paying).status).toBe(201)
  await stopping
  await program.start()
})

async function waiting(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where wait_event_type = 'Lock'`.execute(database)
  return rows[0]?.count ?? 0
}

test('settles expired codes and pending card payments at the start', async () => {
  const { codeId, payment } = await makeTarget()
  await program.kill()
  const left = await withDatabase(async (database) => {
    const expires_at = new Date(Date.now() - 1000)
    await database
      .updateTable('prepaid_codes')
      .set({ expires_at })
      .where('id', '=', codeId)
      .execute()
    return database
      .insertInto('card_payments')
      .values({
        device_id: payment.device_id,
        payer_id: sql<string>`(select id from users limit 1)`,
        device_number: 'W-1',
        amount: 2.5,
        duration_minutes: 30,
        customer_name: 'Carla',
        customer_email: 'carla@example.com',
        language: 'en',
        processor: 'sandbox',
        processor_reference: 'sandbox_completed_0_left',
        created_at: new Date(Date.now() - 120_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  await program.start()
  await withDatabase(async (database) => {
    const money = async () => {
      const [code, card] = await Promise.all([
        database
          .selectFrom('prepaid_codes')
          .select('remaining_balance')
          .where('id', '=', codeId)
          .executeTakeFirst(),
        database
          .selectFrom('card_payments')
          .innerJoin('transactions', 'transactions.id', 'card_payments.id')
          .select('status')
          .where('card_payments.id', '=', left.id)
          .executeTakeFirst(),
      ])
      return [code?.remaining_balance, card?.status]
    }
    await expect.poll(money).toEqual(['0.00', 'completed'])
  })
})
