import type { payments } from '@coinless/contract/payments.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { listPage } from '../../http/lists/list.ts'
import type { Server } from '../../http/request/server.ts'
import type { CardProcessor } from '../../platform/card-processors/card-processor.ts'
import { isOursSql } from '../../platform/card-processors/ownership.ts'
import type { Database } from '../../platform/database/connection.ts'

type Parts = Pick<Server, 'database' | 'cardProcessor'>

/** Card payments and refunds that need an admin's attention. */
export async function listUnsettled(
  { database, cardProcessor }: Parts,
  query: z.output<typeof payments.unsettledCards.query>,
) {
  const chosen = await leftAlone(database, cardProcessor)
  return listPage(
    database,
    chosen
      .select(['id', 'kind', 'amount', 'processor', 'processor_account', 'processor_reference'])
      .select(['difference', 'created_at'])
      .select(
        sql<
          'unmatched' | 'other_processor'
        >`case status when 'unmatched' then 'unmatched' else 'other_processor' end`.as('reason'),
      ),
    query,
  )
}

export async function countUnsettled({ database, cardProcessor }: Parts): Promise<number> {
  const chosen = await leftAlone(database, cardProcessor)
  const { count } = await chosen.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return count
}

async function leftAlone(database: Database, cardProcessor: CardProcessor) {
  const ours = await isOursSql(cardProcessor)
  return database
    .selectFrom('unsettled_cards')
    .where((each) => each.or([each('status', '=', 'unmatched'), each.not(ours)]))
}
