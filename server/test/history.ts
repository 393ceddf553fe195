import type { Device } from '@coinless/contract/devices.ts'
import type { Database } from '../database/connection.ts'
import { cardPaymentEntry } from '../ledger/entries.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './make.ts'

/** A payment of the past, which no call can make. */
export async function makePastPayment(
  { database }: Pick<TestApp, 'database'>,
  payer: TestUser,
  device: Device,
  facts: { at: string | Date; amount?: number },
) {
  const amount = facts.amount ?? device.price
  const created_at = new Date(facts.at)
  return inTransaction(database, async (transaction) => {
    const paid = await transaction
      .insertInto('transactions')
      .values({
        device_id: device.id,
        device_number: device.device_number,
        payer_id: payer.id,
        amount,
        duration_minutes: device.duration_minutes,
        payment_method: 'credit_card',
        processor_reference: `past-${crypto.randomUUID()}`,
        customer_name: payer.full_name,
        prepaid_code_id: null,
        customer_email: null,
        created_at,
      })
      .returning(['id', 'device_id'])
      .executeTakeFirstOrThrow()
    await transaction
      .insertInto('ledger_entries')
      .values({ ...cardPaymentEntry(paid, payer.id, amount), created_at })
      .execute()
    return paid
  })
}

function inTransaction<T>(database: Database, work: (transaction: Database) => Promise<T>) {
  return database.isTransaction ? work(database) : database.transaction().execute(work)
}
