import { type SqlBool, sql } from 'kysely'
import type { CardProcessor } from './card-processor.ts'

interface AtProcessor {
  processor: string | null
  processor_account: string | null
}

/**
 * Whether this server's card processor gave the reference. To another one, or to another account
 * there, it means nothing or something else: nothing is asked with it and nothing follows from it.
 */
export async function isOurs(
  cardProcessor: CardProcessor,
  { processor, processor_account }: AtProcessor,
): Promise<boolean> {
  if (processor !== cardProcessor.settings.processor) return false
  return processor_account === null || processor_account === (await cardProcessor.account())
}

/** `isOurs` in SQL. What was never prepared has no processor, and is anybody's. */
export async function oursInSql(cardProcessor: CardProcessor) {
  const { processor } = cardProcessor.settings
  const account = processor === 'off' ? null : await cardProcessor.account()
  return sql<SqlBool>`(processor is null or (processor = ${processor}
    and (processor_account is null or processor_account = ${account})))`
}
