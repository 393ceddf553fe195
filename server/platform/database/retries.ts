import { Kysely, type TransactionBuilder } from 'kysely'
import type { Tables } from './tables.ts'

const attempts = 5
/** Error codes of a deadlock and of a serialization failure. */
const undoneForOthers = ['40P01', '40001']
/** Constraint that is violated when concurrent transactions draw the same random sticker number. */
const drawnTwice = 'devices_sticker_number'

/**
 * Retries deadlocks, serialization failures and duplicate random numbers. The lock order in
 * docs/develop/architecture.md makes these rare.
 */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
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

/** Retries transactions; the connection retries statements outside a transaction. */
export class RetryingDatabase extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = (work) => withRetries(() => execute(work))
    return builder
  }
}
