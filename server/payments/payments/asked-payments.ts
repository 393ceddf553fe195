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

/** A payment that a caller asks for. */
export interface AskedPayment {
  /** Of the transaction, if it is paid. */
  id: string
  caller: Caller & Pick<User, 'full_name'>
  throttle: Throttle | undefined
  idempotencyKey: IdempotencyKey | undefined
  payment:
    | z.output<typeof payments.prepaid.body>
    | (z.output<typeof payments.chosenCode.body> & { prepaid_code_id: string })
  language: Language
  /** Whose only payment it is, unless the caller's: displays of a room exclude each other. */
  exclusivePayer?: string
  /** The link whose machine has just reported ready; any other is refused as `not_asked`. */
  askedLink?: string
}

/** Payments of one statement: of one kind, of different accounts and at different devices. */
export type AskedPayments = readonly [AskedPayment, ...AskedPayment[]]

/** Payments of the same kind can be made by one statement, whose text depends on it. */
export function kindOf({ caller, throttle, payment }: AskedPayment): string {
  const { acting } = caller
  const parts = ['prepaid_code' in payment, !throttle, isAdmin(caller), !acting, placesOf(caller)]
  return JSON.stringify(parts)
}

/** The same for payments with the same code. */
export function codeOf({ payment }: AskedPayment): string {
  return 'prepaid_code' in payment ? codeKey(payment.prepaid_code) : payment.prepaid_code_id
}

/** Whether the payer expects no earlier payment at this device. */
export function isOnlyPayment({ payment }: AskedPayment): boolean {
  return payment.pay_again === false
}

export function keepsCode({ payment }: AskedPayment): boolean {
  return 'keep_code' in payment && payment.keep_code === true
}

/** Columns of `asked`: the type, and the value of a payment. */
const columns: Record<string, [type: string, value: (asked: AskedPayment) => unknown]> = {
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
  is_only: ['boolean', isOnlyPayment],
  exclusive_payer_id: [
    'uuid',
    (asked) => (isOnlyPayment(asked) ? (asked.exclusivePayer ?? asked.caller.id) : null),
  ],
  keeps_code: ['boolean', keepsCode],
  // The lookup key of a typed code, or the id of a chosen one.
  code: ['text', codeOf],
  asked_link: ['uuid', ({ askedLink }) => askedLink ?? noLink],
  attempts_of: ['text', ({ throttle }) => throttle?.own ?? null],
  // PostgreSQL has no arrays of arrays with different lengths.
  networks: ['text', ({ throttle }) => throttle?.networks.keys.join('\n') ?? null],
  network_frees: ['text', ({ throttle }) => throttle?.networks.frees.join('\n') ?? null],
}

const noLink = '00000000-0000-0000-0000-000000000000'

/** Values of the first parameters of a statement with `askedPayments`. */
export function valuesOf(asked: AskedPayments): unknown[] {
  return Object.values(columns).map(([, value]) => asked.map(value))
}

const arrays = Object.entries(columns).map(
  ([name, [type]]) => sql`${null}::${sql.raw(type)}[] as ${sql.ref(name)}`,
)
const elements = Object.keys(columns).map(
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
