import { sql } from 'kysely'
import type {
  CardProcessor,
  Charge,
  PreparedCharge,
} from '../../platform/card-processors/card-processor.ts'
import type { Database } from '../../platform/database/connection.ts'

/**
 * Gets the processor's id of the charge and keeps it, with whose it is. Only then is the card asked, so
 * that nothing is ever taken that nobody could find again.
 * @returns undefined when it has gone on in the meantime: given up, or paid by a repetition
 */
export async function prepare(
  database: Database,
  table: 'card_payments' | 'top_ups',
  cardProcessor: CardProcessor,
  charge: Charge,
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
