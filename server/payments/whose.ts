import { type SqlBool, sql } from 'kysely'
import type { Server } from '../calls/server.ts'
import type { CardProcessor } from '../card-processors/card-processor.ts'
import { Refusal } from '../refusals/refusal.ts'
import { withPatience } from './patience.ts'

const retryAfterSeconds = 5

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

/** Ahead of a transaction, which must not wait for the processor. @throws Refusal card_processor_lost */
export async function learnAccount(server: Pick<Server, 'app' | 'cardProcessor'>): Promise<void> {
  const account = await withPatience(server, server.cardProcessor.account())
  if (account === undefined)
    throw new Refusal('card_processor_lost', { seconds: retryAfterSeconds })
}

/** `isOurs` in SQL. What was never prepared has no processor, and is anybody's. */
export async function oursInSql(cardProcessor: CardProcessor) {
  const { processor } = cardProcessor.settings
  const account = processor === 'off' ? null : await cardProcessor.account()
  return sql<SqlBool>`(processor is null or (processor = ${processor}
    and (processor_account is null or processor_account = ${account})))`
}
