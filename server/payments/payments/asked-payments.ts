import type { Language } from '@coinless/contract/languages.ts'
import type { payments } from '@coinless/contract/payments.ts'
import { type Caller, isAdmin, placesOf } from '@coinless/contract/permissions.ts'
import { codeKey } from '@coinless/contract/typed-secrets.ts'
import type { User } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { IdempotencyKey } from '../../http/idempotency/idempotency-key.ts'
import type { Throttle } from '../../http/throttle/failed-attempts.ts'
import type { CallerColumns } from '../../platform/policy/own-devices.ts'

type PayingCaller = Caller & Pick<User, 'full_name'>
type PrepaidPayment =
  | z.output<typeof payments.prepaid.body>
  | (z.output<typeof payments.chosenCode.body> & { prepaid_code_id: string })

/** A payment that a caller asks for. */
export interface AskedPayment {
  /** Of the transaction, if it is paid. */
  id: string
  caller: PayingCaller
  throttle: Throttle | undefined
  idempotencyKey: IdempotencyKey | undefined
  payment: PrepaidPayment
  language: Language
  /** The link whose machine has just reported ready; any other is refused as `not_asked`. */
  askedLink?: string
}

/** Payments of one statement. */
export type AskedPayments = readonly [AskedPayment, ...AskedPayment[]]

/** A value of a statement that is compiled once, and sent for many payments. */
export class LaterValue {
  readonly of: (asked: AskedPayments) => unknown
  constructor(of: (asked: AskedPayments) => unknown) {
    this.of = of
  }
}

/** Payments of the same kind can be made by one statement. */
export function kindOf({ caller, throttle, payment }: AskedPayment): string {
  const { acting } = caller
  const parts = ['prepaid_code' in payment, !throttle, isAdmin(caller), !acting, placesOf(caller)]
  return JSON.stringify(parts)
}

/** Whether the payer expects no earlier payment at this device. */
export function isOnlyPayment({ pay_again }: PrepaidPayment): boolean {
  return pay_again === false
}

export function keepsCode(payment: PrepaidPayment): boolean {
  return 'keep_code' in payment && payment.keep_code === true
}

/** Columns of `asked`: the type, and the value of a payment. */
const askedColumns: Record<string, [type: string, value: (asked: AskedPayment) => unknown]> = {
  payment_id: ['uuid', ({ id }) => id],
  payer_id: ['uuid', ({ caller }) => caller.id],
  payer_email: ['text', ({ caller }) => caller.email],
  payer_is_verified: ['boolean', ({ caller }) => caller.email_verified],
  payer_name: ['text', ({ caller }) => caller.full_name || null],
  language: ['text', ({ language }) => language],
  key: ['text', ({ idempotencyKey }) => idempotencyKey?.key ?? null],
  request_hash: ['bytea', ({ idempotencyKey }) => idempotencyKey?.requestHash ?? null],
  device_id: ['uuid', ({ payment }) => payment.device_id],
  amount: ['numeric', ({ payment }) => payment.amount],
  minutes: ['integer', ({ payment }) => payment.duration],
  programme: ['text', ({ payment }) => payment.programme ?? null],
  is_only: ['boolean', ({ payment }) => isOnlyPayment(payment)],
  asked_link: ['uuid', ({ askedLink }) => askedLink ?? noLink],
  lookup_key: [
    'text',
    ({ payment }) => ('prepaid_code' in payment ? codeKey(payment.prepaid_code) : null),
  ],
  chosen_code: [
    'uuid',
    ({ payment }) => ('prepaid_code' in payment ? null : payment.prepaid_code_id),
  ],
  keeps_code: ['boolean', ({ payment }) => keepsCode(payment)],
  attempts_of: ['text', ({ throttle }) => throttle?.own ?? null],
  networks: ['text', ({ throttle }) => throttle?.networks.map(({ key }) => key).join('\n') ?? null],
}

const noLink = '00000000-0000-0000-0000-000000000000'

const names = Object.keys(askedColumns)
const arrays = Object.entries(askedColumns).map(
  ([name, [type, value]]) =>
    sql`${new LaterValue((asked) => asked.map(value))}::${sql.raw(type)}[] as ${sql.ref(name)}`,
)
const elements = names.map(
  (name) => sql`${sql.ref(`arrays.${name}`)}[place::integer] as ${sql.ref(name)}`,
)

/**
 * CTE `asked`: one row per payment. The arrays come from a subquery, which hides their lengths: with these, PostgreSQL
 * would plan the statement again for each call. It expects one row from the range of places, so it joins by loops.
 */
export const askedPayments = sql`asked as materialized (
      select ${sql.join(elements)}
      from (select ${sql.join(arrays)} offset 0) as arrays,
        unnest(arrays.payment_id) with ordinality as each (id, place)
      where place between 1 and 1000
    )`

/** The callers of `asked`. */
export function payers({ caller }: AskedPayment): CallerColumns {
  return {
    id: sql.ref('asked.payer_id'),
    email: sql.ref('asked.payer_email'),
    email_verified: sql.ref('asked.payer_is_verified'),
    isAdmin: isAdmin(caller),
    acting: caller.acting,
  }
}
