import { sql } from 'kysely'
import type {
  CardProcessor,
  ChargeRequest,
  PreparedCharge,
} from '../../platform/card-processors/card-processor.ts'
import type { Database } from '../../platform/database/connection.ts'

/**
 * Gets and stores the processor's id of the charge and its account before the card is charged, so that every charge
 * can be found again.
 * @returns undefined when it has moved on: given up, or paid by a repeated call
 */
export async function prepare(
  database: Database,
  table: 'card_payments' | 'top_ups',
  cardProcessor: CardProcessor,
  charge: ChargeRequest,
): Promise<PreparedCharge | undefined> {
  const account = await cardProcessor.account()
  const reference = await cardProcessor.prepare(charge)
  const { processor } = cardProcessor.settings
  const kept = await sql`update ${sql.table(table)} set
      processor = ${processor === 'off' ? null : processor}, processor_account = ${account},
      processor_reference = ${reference}
    where id = ${charge.id} and status = 'pending'
      and coalesce(processor_reference, ${reference}) = ${reference}`.execute(database)
  return kept.numAffectedRows === 1n ? { ...charge, reference, account } : undefined
}
