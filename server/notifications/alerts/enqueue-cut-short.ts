import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** One person can create many guests, so guests count by the code that they pay with. */
const payerId = sql`case when payer.is_guest then coalesce(prepaid_code_id, payer_id) else payer_id end`

/** Recent interruptions not caused by a person, per payer and owner. Excludes owners at their own machines. */
const cut = sql`select owner_id, ${payerId} as payer_id, count(*)::integer as cycles, sum(given_back - manual_refund_amount) as given_back,
    min(ended_at) as since, (array_agg(cycles.id order by ended_at desc))[1] as transaction_id
  from cycles join transactions on transactions.id = cycles.transaction_id
    join users as payer on payer.id = payer_id
  where state = 'interrupted' and given_back > manual_refund_amount and owner_id <> payer_id
    and ended_at > now() - make_interval(days => ${sql.lit(limits.cutShortDays)})
  group by owner_id, ${payerId}
  having count(*) >= ${sql.lit(limits.cutShortCycles)}`

/**
 * Records payers whose machines are interrupted repeatedly, with their refunds. Safe on several servers at once.
 * @returns whether anything changed
 */
export async function enqueueCutShortAlerts(database: Database): Promise<boolean> {
  const known = await sql`
    insert into cut_short_alerts as known (owner_id, payer_id, cycles, given_back, since, transaction_id)
    ${cut}
    on conflict (owner_id, payer_id) where ended_at is null do update
      set cycles = excluded.cycles, given_back = excluded.given_back, since = excluded.since,
        transaction_id = excluded.transaction_id
      where (known.cycles, known.given_back, known.transaction_id)
        <> (excluded.cycles, excluded.given_back, excluded.transaction_id)`.execute(database)
  // No notification for its end.
  const over = await sql`
    update cut_short_alerts set ended_at = now(), notification_pending_since = null
    where ended_at is null and (owner_id, payer_id) not in (select owner_id, payer_id from (${cut}) as cut)`.execute(
    database,
  )
  return Boolean(known.numAffectedRows || over.numAffectedRows)
}
