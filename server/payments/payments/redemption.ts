import type { Language } from '@coinless/contract/languages.ts'
import type { NumericText } from '@coinless/contract/money.ts'
import type { payments } from '@coinless/contract/payments.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import type { Transaction } from '@coinless/contract/transactions.ts'
import { codeKey } from '@coinless/contract/typed-secrets.ts'
import type { User } from '@coinless/contract/users.ts'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { StoredAnswer } from '../../http/idempotency/answers.ts'
import type { IdempotencyKey } from '../../http/idempotency/idempotency-key.ts'
import type { Answer } from '../../http/request/answer.ts'
import {
  countingFailedAttempt,
  type Throttle,
  waitingSeconds,
} from '../../http/throttle/failed-attempts.ts'
import { accounts } from '../../ledger/entries/entries.ts'
import { storedColumns } from '../../ledger/transactions/transactions.ts'
import { offerNow } from '../../machines/devices/prices.ts'
import { preparedStatement } from '../../platform/database/client.ts'
import {
  codeAcceptedAtDevice,
  codeToChoose,
  codeVersion,
  visibleDevice,
} from '../../platform/policy/policy.ts'
import { beginningCycle } from '../cycles/begin.ts'
import { paidAlready } from '../cycles/paid-already.ts'
import type { ProbedLink } from '../cycles/ready.ts'

export type PayingCaller = Caller & Pick<User, 'full_name'>
export type PrepaidPayment =
  | z.output<typeof payments.prepaid.body>
  | (z.output<typeof payments.chosenCode.body> & { prepaid_code_id: string })

type RefusedPayment =
  | 'device_not_found'
  | 'too_many_attempts'
  | 'device_not_active'
  | 'terms_changed'
  | 'code_not_accepted'
  | 'code_disabled'
  | 'code_expired'
  | 'code_balance_too_low'
  | 'device_out_of_order'
  | 'device_in_use'
  | 'paid_already'

export type Outcome = Answer<Transaction> & {
  refusal: RefusedPayment | 'not_asked' | null
  seconds: number | null
  /** Minutes since the caller's earlier payment, and whether it is pending. */
  minutes: number | null
  is_pending: boolean | null
  price: NumericText
  current_minutes: number
  balance_before: NumericText | null
  remaining_balance: NumericText
  /** Stored answer of a used key, and its request. */
  answer: StoredAnswer | null
  request_hash: Buffer | null
  link_id: string | null
  coin_type: 'quarter' | 'dollar'
  start_id: string | null
  start_deadline: Date | null
} & { [Column in keyof ProbedLink]: ProbedLink[Column] | null }

/**
 * Pays for a cycle with a prepaid code in one statement: locks and checks the code, charges it through the ledger,
 * creates the cycle and stores the answer for a repeated call; or does nothing.
 * @param askedLink the link whose machine has just reported ready; any other is refused as `not_asked`
 */
export function redemptionOf(
  caller: PayingCaller,
  throttle: Throttle | undefined,
  idempotencyKey: IdempotencyKey | undefined,
  payment: PrepaidPayment,
  language: Language,
  askedLink?: string,
) {
  const keepsCode = 'keep_code' in payment && payment.keep_code
  return sql<Outcome>`${preparedStatement}
    with ${usedKey(caller, idempotencyKey)},
    ${offeredDevice(caller, payment)},
    ${attemptWait(throttle)},
    ${earlierPayment(caller, payment)},
    ${deviceLink(payment)},
    ${lockedCode(caller, payment)},
    ${checkedPayment(payment, askedLink)},
    ${countingFailedAttempt(throttle, refusedCode)}
    ${newTransaction(caller)},
    ${ledgerEntry},
    ${keepsCode ? savedCode : nothing}
    ${beginningCycle('code', language, isOnlyPayment(payment))},
    ${paymentOutcome},
    ${storedAnswer(caller, idempotencyKey)}
    ${outcomeWithStart}`
}

const nothing = sql``
const transactionColumns = sql.join(storedColumns.map((column) => sql.ref(column)))

/** CTE `known`: the stored answer of a used key. */
function usedKey(caller: Caller, idempotencyKey: IdempotencyKey | undefined) {
  return sql`known as (
      update idempotency_keys set key = key
      where user_id = ${caller.id} and key = ${idempotencyKey?.key ?? null}
      returning answer, request_hash
    )`
}

/** CTE `device`: the visible device with its current price and minutes. */
function offeredDevice(caller: Caller, { device_id, programme }: PrepaidPayment) {
  return sql`device as (
      select *, coalesce((offer ->> 'price')::numeric(12, 2), price) as price_now,
        coalesce((offer ->> 'duration_minutes')::integer, duration_minutes) as minutes_now
      from (
        select *, ${offerNow(programme)} as offer
        from devices where id = ${device_id} and ${visibleDevice(caller)}
      ) as offered
    )`
}

/** CTE `throttled`: remaining wait after failed attempts, which a repeated call skips. */
function attemptWait(throttle: Throttle | undefined) {
  return sql`throttled as (
      select case when not exists (select from known) then ${waitingSeconds(throttle)} end as seconds
    )`
}

/** CTE `earlier`: the payer's earlier payment, if this one must be the only one. */
function earlierPayment(caller: Caller, payment: PrepaidPayment) {
  return sql`earlier as (
      ${isOnlyPayment(payment) ? paidAlready(caller, payment.device_id) : noEarlierPayment}
    )`
}

/** Whether the payer expects no earlier payment at this device. */
function isOnlyPayment({ pay_again }: PrepaidPayment): boolean {
  return pay_again === false
}

const noEarlierPayment = sql`select null::integer as minutes, null::boolean as is_pending`

/** CTE `link`: the link that starts the machine, or no row. */
function deviceLink({ device_id }: PrepaidPayment) {
  return sql`link as (
      select * from device_links where device_id = ${device_id}
    )`
}

/** CTE `code`: locks the code. A call that waits for a key has no code locked, and the other way round. */
function lockedCode(caller: Caller, payment: PrepaidPayment) {
  return sql`code as (
      select prepaid_codes.id, user_id, issuer_was_verified, issued_as_admin, created_at, landlord_email,
        disabled, expires_at, remaining_balance, ${codeVersion} as as_it_is
      from throttled, prepaid_codes
      where ${matchesCode(caller, payment)} and deleted_at is null
        and not exists (select from known)
      for update of prepaid_codes
    )`
}

function matchesCode(caller: Caller, payment: PrepaidPayment) {
  if ('prepaid_code' in payment) return sql<SqlBool>`lookup_key = ${codeKey(payment.prepaid_code)}`
  return sql<SqlBool>`prepaid_codes.id = ${payment.prepaid_code_id} and ${codeToChoose(caller)}`
}

/** CTE `judged`: one row with the facts of the payment, and the refusal if there is one. */
function checkedPayment(payment: PrepaidPayment, askedLink: string | undefined) {
  return sql`judged as (
      select device.id as device_id, device.device_number, price_now as price,
        minutes_now as duration_minutes, device.offer ->> 'programme' as programme,
        code.id as code_id, code.remaining_balance as balance_before,
        throttled.seconds, earlier.minutes, earlier.is_pending, known.answer, known.request_hash,
        ${refusal(payment, askedLink)} as refusal
      from throttled left join known on true left join device on true left join link on true
        left join code on true left join earlier on true
    )`
}

const noLink = '00000000-0000-0000-0000-000000000000'

/** The first reason against the payment; null for none. */
function refusal(payment: PrepaidPayment, askedLink: string | undefined) {
  return sql<RefusedPayment | 'not_asked' | null>`case
          when device.id is null then 'device_not_found'
          when throttled.seconds > 0 then 'too_many_attempts'
          when device.status <> 'active' then 'device_not_active'
          when ${termsChanged(payment)}
            then 'terms_changed'
          when code.id is null or not ${codeAcceptedAtDevice} then 'code_not_accepted'
          when code.disabled then 'code_disabled'
          when code.expires_at <= now() then 'code_expired'
          when code.remaining_balance < price_now then 'code_balance_too_low'
          when link.out_of_order_at is not null then 'device_out_of_order'
          when exists (select from cycles where open_link_id = link.id) then 'device_in_use'
          when link.id is null and earlier.minutes is not null then 'paid_already'
          when link.id <> ${askedLink ?? noLink}::uuid then 'not_asked'
        end`
}

function termsChanged({ amount, duration, programme }: PrepaidPayment) {
  return sql<SqlBool>`price_now <> ${amount} or minutes_now <> ${duration}
            or (device.offer is null and (device.price_list is not null
              or ${programme ?? null}::text is not null))`
}

/** Yields a row if the attempt counts as failed. */
const refusedCode = sql`from judged
      where answer is null and refusal = 'code_not_accepted'`

/** CTE `payment`: the new transaction, unless the payment is refused or repeated. */
function newTransaction(caller: PayingCaller) {
  return sql`payment as (
      insert into transactions (device_id, payer_id, prepaid_code_id, device_number, amount,
        duration_minutes, programme, payment_method, customer_name)
      select device_id, ${caller.id}, code_id, device_number, price,
        duration_minutes, programme, 'prepaid_code', ${caller.full_name || null}
      from judged where answer is null and refusal is null
      returning ${transactionColumns}, payer_id, prepaid_code_id
    )`
}

const ledgerEntry = sql`entry as (
      insert into ledger_entries (reason, amount, debit_account, credit_account, prepaid_code_id,
        transaction_id, actor_id)
      select 'redemption', amount, ${accounts.code(sql.ref('prepaid_code_id'))},
        ${accounts.revenue(sql.ref('device_id'))}, prepaid_code_id, id, payer_id
      from payment
    )`

/** CTE `keeping`: saves the code for the payer's next payments. */
const savedCode = sql`keeping as (
      insert into saved_codes (user_id, prepaid_code_id, code_version)
      select payer_id, prepaid_code_id, code.as_it_is from payment join code on code.id = prepaid_code_id
      on conflict (user_id, prepaid_code_id) do update set code_version = excluded.code_version
    ),`

const paymentOutcome = sql`outcome as (
      select judged.refusal, judged.seconds, judged.minutes, judged.is_pending, judged.answer, judged.request_hash, judged.price,
        judged.duration_minutes as current_minutes, judged.balance_before,
        judged.balance_before - judged.price as remaining_balance,
        0::numeric(12, 2) as refunded_amount, null::text as refund_cause, paid.*
      from judged left join (select ${transactionColumns} from payment) as paid on true
    )`

/** CTE `kept`: stores the answer of a new payment for repeated calls. */
function storedAnswer(caller: Caller, idempotencyKey: IdempotencyKey | undefined) {
  return sql`kept as (
      insert into idempotency_keys (user_id, key, request_hash, answer)
      select ${caller.id}::uuid, ${idempotencyKey?.key ?? null}::text,
        ${idempotencyKey?.requestHash ?? null}::bytea,
        ${answerToStore}
      from outcome cross join (
        select ${transactionColumns}, 0::numeric(12, 2) as refunded_amount, null::text as refund_cause
        from payment
      ) as paid
      where ${idempotencyKey !== undefined}
    )`
}

const answerToStore = sql`jsonb_build_object('done', jsonb_build_object(
          'remaining_balance', outcome.remaining_balance,
          'transaction', to_jsonb(paid) || jsonb_build_object('created_at',
            to_char(paid.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))))`

/** The answer, with the link and the start command for a device that has one. */
const outcomeWithStart = sql`select outcome.*, link.id as link_id, link.controller_id, link.channel, link.switching,
      link.pulse_ms, link.gap_ms, link.evidence, link.watts_mark, device.coin_type,
      start.id as start_id, start.deadline as start_deadline
    from outcome left join link on true left join device on true left join start on true`
