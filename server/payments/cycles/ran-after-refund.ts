import { limits } from '@coinless/contract/limits.ts'
import { type Selectable, sql } from 'kysely'
import { preparedStatement } from '../../platform/database/client.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'

type Row = Selectable<Tables['cycles']>
type Link = Pick<Selectable<Tables['device_links']>, 'switching' | 'evidence'>

/**
 * Whether the machine ran after an earlier refund of this payer, as a loss or for the next payment: at a coin machine
 * whose coins were still inserted, or a relay that was on briefly. After several losses at a coin machine every payer
 * counts. Guests are identified by account, code and card email address. A closed account is always refunded.
 */
export async function hasRunAfterRefund(
  database: Database,
  row: Row,
  link: Link | null,
): Promise<boolean> {
  if (!link || !mayBeUndecided(row, link)) return false
  const isPulses = link.switching === 'pulses'
  const { id, device_id } = row
  const { rows } = await sql<{ has_run: boolean }>`${preparedStatement}
    with payments as not materialized (
      select id, payer_id, prepaid_code_id, customer_email from transactions
      union all
      select id, payer_id, null, customer_email from card_payments
    )
    select exists (
      select from payments as this
        join users as payer on payer.id = this.payer_id and payer.closed_at is null
      where this.id = ${id} and (${isPulses ? oftenAt(device_id) : sql`false`} or exists (
        select from cycles as earlier
          join payments as earlier_paid on earlier_paid.id = earlier.id
          join users as earlier_payer on earlier_payer.id = earlier_paid.payer_id
        where earlier.device_id = ${device_id} and earlier.state = 'not_started' and earlier.id <> this.id
          and (
            earlier_paid.payer_id = this.payer_id
            or earlier_paid.prepaid_code_id = this.prepaid_code_id
            or (payer.is_guest and earlier_payer.is_guest
              and lower(earlier_paid.customer_email) = lower(this.customer_email))
          ) and (
            exists (select from losses where cycle_id = earlier.id and why = 'ran_after_refund')
            or (earlier.run_since is not null and earlier.reason = ${isPulses ? 'no_power' : 'did_not_run'}
              and ${hasRunSince})
          )
      ))
    ) as has_run`.execute(database)
  return rows[0]?.has_run ?? false
}

const hasRunSince = sql`exists (
  select from cycles as later
  where later.device_id = earlier.device_id and later.created_at > earlier.created_at and later.id <> this.id
    and (later.is_loss or (later.state in ('finished', 'interrupted') and later.reason <> 'undecided'))
)`

function oftenAt(deviceId: string) {
  return sql`(
    select count(*) from cycles
      join losses on losses.cycle_id = cycles.id and why = 'ran_after_refund'
    where cycles.device_id = ${deviceId} and is_loss and reason = 'no_power'
      and losses.created_at > now() - make_interval(days => ${limits.freeRunDays})
  ) >= ${limits.freeRuns}`
}

/** Later it can only end in other ways. */
function mayBeUndecided(row: Row, { switching, evidence }: Link): boolean {
  const { state, ended_at, is_measured, has_worked, run_since, last_running_at } = row
  if (state === 'starting') return true
  if (switching === 'relay')
    return ended_at === null && last_running_at?.getTime() === run_since?.getTime()
  return evidence !== 'answer' && !has_worked && (ended_at === null || !is_measured)
}
