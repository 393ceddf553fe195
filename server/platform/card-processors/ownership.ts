import { type SqlBool, sql } from 'kysely'
import type { CardProcessor } from './card-processor.ts'

interface AtProcessor {
  processor: string | null
  processor_account: string | null
}

/**
 * Whether this server's card processor and account created the reference. Elsewhere it means nothing or something else,
 * so other references are never sent and have no effect.
 */
export async function isOurs(
  cardProcessor: CardProcessor,
  { processor, processor_account }: AtProcessor,
): Promise<boolean> {
  if (processor !== cardProcessor.settings.processor) return false
  return processor_account === null || processor_account === (await cardProcessor.account())
}

/** Never prepared, or owed to a code. Any server may handle it. */
export const needsNoProcessorSql = sql<SqlBool>`processor is null`

/** `isOurs` in SQL. */
export async function isOursSql(cardProcessor: CardProcessor) {
  const { processor } = cardProcessor.settings
  const account = processor === 'off' ? null : await cardProcessor.account()
  return sql<SqlBool>`(${needsNoProcessorSql} or (processor = ${processor}
    and (processor_account is null or processor_account = ${account})))`
}
