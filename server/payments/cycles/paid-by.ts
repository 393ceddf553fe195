import { type RawBuilder, sql } from 'kysely'

/** On `cycles`: paid by the account. */
export function paidBy(user: RawBuilder<unknown>) {
  return sql<boolean>`coalesce(
    (select payer_id from transactions where transactions.id = cycles.id),
    (select payer_id from card_payments where card_payments.id = cycles.id)
  ) = ${user}`
}
