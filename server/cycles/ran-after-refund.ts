import { type Selectable, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { Tables } from '../database/tables.ts'

/**
 * Whether a coin-pulse machine ran for this payer after an earlier refund for no power. Guests are told apart by their
 * account, their code and the email address of their card payment. A closed account cannot be asked: it is refunded.
 */
export async function hasRunAfterRefund(
  database: Database,
  { id, device_id, ended_at, is_measured, has_worked }: Selectable<Tables['cycles']>,
  link: Pick<Selectable<Tables['device_links']>, 'switching' | 'evidence'> | null,
): Promise<boolean> {
  const mayEndWithoutPower = !has_worked && (ended_at === null || !is_measured)
  if (!mayEndWithoutPower || link?.switching !== 'pulses' || link.evidence === 'answer')
    return false
  const { rows } = await sql<{ has_run: boolean }>`
    with payments as not materialized (
      select id, payer_id, prepaid_code_id, customer_email from transactions
      union all
      select id, payer_id, null, customer_email from card_payments
    )
    select exists (
      select from payments as this
        join users as payer on payer.id = this.payer_id and payer.closed_at is null
        join cycles on cycles.device_id = ${device_id} and cycles.is_loss and cycles.reason = 'no_power'
        join losses on losses.cycle_id = cycles.id and why = 'ran_after_refund'
        join payments as earlier on earlier.id = cycles.id
        join users as earlier_payer on earlier_payer.id = earlier.payer_id
      where this.id = ${id} and (
        earlier.payer_id = this.payer_id
        or earlier.prepaid_code_id = this.prepaid_code_id
        or (payer.is_guest and earlier_payer.is_guest
          and lower(earlier.customer_email) = lower(this.customer_email))
      )
    ) as has_run`.execute(database)
  return rows[0]?.has_run ?? false
}
