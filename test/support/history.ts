import type { Device } from '@coinless/contract/devices.ts'
import {
  cardPaymentEntry,
  redemptionEntry,
  refundEntry,
} from '../../server/ledger/entries/entries.ts'
import type { Database } from '../../server/platform/database/connection.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './make.ts'

/** A payment in the past, which no call can make. */
export async function makePastPayment(
  { database }: Pick<TestApp, 'database'>,
  payer: TestUser,
  device: Device,
  facts: { at: string | Date; amount?: number; codeId?: string },
) {
  const amount = facts.amount ?? device.price
  const created_at = new Date(facts.at)
  const { codeId } = facts
  return inTransaction(database, async (transaction) => {
    const paid = await transaction
      .insertInto('transactions')
      .values({
        device_id: device.id,
        device_number: device.device_number,
        payer_id: payer.id,
        amount,
        duration_minutes: device.duration_minutes,
        payment_method: codeId ? 'prepaid_code' : 'credit_card',
        processor_reference: codeId ? null : `past-${crypto.randomUUID()}`,
        customer_name: payer.full_name,
        prepaid_code_id: codeId ?? null,
        customer_email: null,
        created_at,
      })
      .returning(['id', 'device_id', 'prepaid_code_id'])
      .executeTakeFirstOrThrow()
    const entry = codeId
      ? redemptionEntry(paid, codeId, payer.id, amount)
      : cardPaymentEntry(paid, payer.id, amount)
    await transaction
      .insertInto('ledger_entries')
      .values({ ...entry, created_at })
      .execute()
    return paid
  })
}

/** A refund in the past. */
export async function makePastRefund(
  { database }: Pick<TestApp, 'database'>,
  paid: Awaited<ReturnType<typeof makePastPayment>>,
  { at, amount }: { at: string | Date; amount: number },
) {
  const created_at = new Date(at)
  return inTransaction(database, async (transaction) => {
    const { id } = await transaction
      .insertInto('refunds')
      .values({
        transaction_id: paid.id,
        amount,
        reason: 'past',
        actor_id: null,
        status: 'completed',
        processor: null,
        processor_account: null,
        difference: null,
        created_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await transaction
      .insertInto('ledger_entries')
      .values({ ...refundEntry(paid, id, null, amount), created_at })
      .execute()
  })
}

function inTransaction<T>(database: Database, work: (transaction: Database) => Promise<T>) {
  return database.isTransaction ? work(database) : database.transaction().execute(work)
}
