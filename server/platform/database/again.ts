import { Kysely, type TransactionBuilder } from 'kysely'
import type { Tables } from './tables.ts'

const attempts = 5
/** A deadlock, or no order in which everything could be done. */
const undoneForOthers = ['40P01', '40001']
/** What was drawn was drawn by somebody else at the same moment. */
const drawnTwice = 'devices_sticker_number'

/**
 * What PostgreSQL undoes to let others go on is done again, unseen. The order of locks, which makes
 * that rare, stands in docs/develop/architecture.md.
 */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let left = attempts - 1; ; left--) {
    try {
      return await work()
    } catch (error) {
      const { code = '', constraint } = error as { code?: string; constraint?: string }
      const isUndone = undoneForOthers.includes(code) || constraint === drawnTwice
      if (left === 0 || !isUndone) throw error
    }
  }
}

/** Does its transactions again; a statement that is in none is repeated by its connection. */
export class PatientDatabase extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = (work) => again(() => execute(work))
    return builder
  }
}
