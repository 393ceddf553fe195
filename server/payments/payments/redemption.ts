import { placesOf } from '@coinless/contract/permissions.ts'
import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  countingFailedAttempt,
  hasPaidOthers,
  waitingSeconds,
} from '../../http/throttle/failed-attempts.ts'
import { accounts } from '../../ledger/entries/entries.ts'
import { storedColumns } from '../../ledger/transactions/transactions.ts'
import { offerNow } from '../../machines/devices/prices.ts'
import { preparedStatement } from '../../platform/database/client.ts'
import type { Database } from '../../platform/database/connection.ts'
import { locks } from '../../platform/database/locks.ts'
import {
  codeAcceptedAtDevice,
  codeToChoose,
  codeVersion,
  visibleDevice,
} from '../../platform/policy/policy.ts'
import { beginningCycle } from '../cycles/begin.ts'
import { paidAlready } from '../cycles/paid-already.ts'
import { canBeHeld, paymentConflict } from '../cycles/payment-conflict.ts'
import {
  type AskedPayment,
  type AskedPayments,
  askedPayments,
  isOnlyPayment,
  keepsCode,
  kindOf,
  payers,
  valuesOf,
} from './asked-payments.ts'
import type { Outcome } from './payment-outcome.ts'

/**
 * Pays for cycles with prepaid codes in one statement: locks and checks each code, charges it through the ledger,
 * creates the cycle and stores the answer for a repeated call; or does nothing for that payment. Locks keys first, then
 * counters of attempts, then codes by id, so that no call that waits for a key has a code locked.
 *
 * Of several payments, those that are refused have to be judged alone: only then are failed attempts counted and
 * balances exact.
 * @param waits for a code that others have locked, which is the only one; otherwise such codes are skipped, and a single
 *   payment is one of several
 */
export function redemptionOf(
  database: Database,
  asked: AskedPayments,
  waits: boolean,
): CompiledQuery<Outcome> {
  const [first] = asked
  const parts = {
    isOne: waits && asked.length === 1,
    waits,
    isOnly: asked.some(isOnlyPayment),
    keepsCode: asked.some(keepsCode),
  }
  const name = JSON.stringify([kindOf(first), parts])
  const known = compiled.get(name) ?? statementOf(first, parts).compile(database)
  if (!placesOf(first.caller)) compiled.set(name, known)
  const values = valuesOf(asked)
  return { ...known, parameters: [...values, ...known.parameters.slice(values.length)] }
}

/** Compiled statements, of which there are few: compiling costs as much as the rest of a call. */
const compiled = new Map<string, CompiledQuery<Outcome>>()

/** What the text of a statement depends on, apart from the kind of its payments. */
interface Parts {
  isOne: boolean
  waits: boolean
  isOnly: boolean
  keepsCode: boolean
}

function statementOf(first: AskedPayment, { isOne, waits, isOnly, keepsCode }: Parts) {
  return sql<Outcome>`${preparedStatement}
    with ${askedPayments},
    ${lockedKeys(isOne)},
    ${usedKeys(isOne)},
    ${offeredDevices(first)},
    ${attempts(first, isOne)},
    ${isOnly ? earlierPayments : nothing}
    ${deviceLinks},
    ${lockedCodes(first, waits, keepsCode)},
    ${checkedPayments(isOne, isOnly)},
    ${isOne && first.throttle ? failedAttempt : nothing}
    ${newTransactions},
    ${ledgerEntries},
    ${keepsCode ? savedCodes : nothing}
    ${beginningCycle('code', sql.ref('payment.language'), sql.ref('payment.exclusive_payer_id'))},
    ${storedAnswers}
    ${outcomes}`
}

const nothing = sql``
const transactionColumns = sql.join(storedColumns.map((column) => sql.ref(column)))
const paidColumns = sql.join(storedColumns.map((column) => sql.ref(`payment.${column}`)))

/**
 * CTE `turn`: locks the keys, which one call at a time has on any server. Of several payments, those whose key or
 * counter another call has are left out: the others do not wait for it.
 */
function lockedKeys(isOne: boolean) {
  const key = sql`hashtext(payer_id || ' ' || key)`
  if (isOne) {
    return sql`turn as materialized (
      select count(*) as keys from (
        select pg_advisory_xact_lock(${sql.lit(locks.paymentKeys)}, ${key}) from asked offset 0
      ) as locked
    )`
  }
  return sql`turn as materialized (
      select payment_id from asked
      where coalesce(pg_try_advisory_xact_lock(${sql.lit(locks.paymentKeys)}, ${key}), true)
        and coalesce(pg_try_advisory_xact_lock(${sql.lit(locks.attempts)}, hashtext(attempts_of)), true)
    )`
}

/** On `asked`: a condition of all that comes after the lock of the keys. */
function hasKey(isOne: boolean) {
  return isOne
    ? sql<SqlBool>`(select keys from turn) > 0`
    : sql<SqlBool>`asked.payment_id in (select payment_id from turn)`
}

/** CTE `known`: stored answers of used keys. */
function usedKeys(isOne: boolean) {
  return sql`known as (
      update idempotency_keys as stored set key = stored.key from asked
      where ${hasKey(isOne)} and stored.user_id = asked.payer_id and stored.key = asked.key
      returning payment_id, stored.answer, stored.request_hash
    )`
}

/** CTE `device`: visible devices with their current price and minutes. Wide rows cost time in each join. */
function offeredDevices(first: AskedPayment) {
  return sql`device as (
      select id, payment_id, device_number, owner_id, landlord_email, landlord_accepted, landlord_accepted_at,
        landlord_is_owner, status, price_list is not null as has_price_list, minimum_duration_minutes, coin_type, offer, can_be_held,
        coalesce((offer ->> 'price')::numeric(12, 2), price) as price_now,
        coalesce((offer ->> 'duration_minutes')::integer, duration_minutes) as minutes_now
      from (
        select devices.*, asked.payment_id, ${offerNow(sql.ref('asked.programme'))} as offer, ${canBeHeld} as can_be_held
        from asked join devices on devices.id = asked.device_id and ${visibleDevice(payers(first))}
      ) as offered
    )`
}

/** CTE `attempt`: the payments with the remaining wait after failed attempts, which repeated calls skip. */
function attempts({ throttle }: AskedPayment, isOne: boolean) {
  const wait = waitingSeconds(throttle && throttleIn((name) => sql.ref(`call.${name}`)))
  return sql`attempt as materialized (
      select payment_id, payer_id, payer_email, payer_is_verified, payer_name, device_id, amount, minutes, programme,
        code, asked_link, is_repeated, case when not is_repeated then ${wait} end as seconds
      from (
        select asked.*, exists (select from known where known.payment_id = asked.payment_id) as is_repeated
        from asked where ${hasKey(isOne)}
      ) as call
    )`
}

function throttleIn(column: (name: string) => RawBuilder<string>) {
  return {
    own: column('attempts_of'),
    networks: {
      keys: sql`string_to_array(${column('networks')}, chr(10))`,
      frees: sql`string_to_array(${column('network_frees')}, chr(10))`,
    },
    isKnown: hasPaidOthers(column('payer_id')),
  }
}

/** CTE `earlier`: earlier payments of the payers whose payment must be the only one. */
const earlierPayments = sql`earlier as (
      select payment_id, paid.minutes, paid.is_pending from asked cross join lateral (
        ${paidAlready({ id: sql.ref('asked.payer_id') }, sql.ref('asked.device_id'))}
      ) as paid where is_only
    ),`

/** CTE `link`: links that start the machines. */
const deviceLinks = sql`link as (
      select device_links.id, device_links.device_id, controller_id, channel, switching, pulse_ms, gap_ms, evidence,
        watts_mark, gives_back_unused, out_of_order_at
      from asked join device_links on device_links.device_id = asked.device_id
    )`

/** CTE `code`: locks the codes. */
function lockedCodes(first: AskedPayment, waits: boolean, keepsCode: boolean) {
  const matches =
    'prepaid_code' in first.payment
      ? sql<SqlBool>`prepaid_codes.lookup_key = asked.code`
      : sql<SqlBool>`prepaid_codes.id = asked.code::uuid and ${codeToChoose(payers(first))}`
  return sql`code as (
      select payment_id, prepaid_codes.id, user_id, issuer_was_verified, issued_as_admin, created_at, landlord_email,
        disabled, expires_at, remaining_balance ${keepsCode ? sql`, ${codeVersion} as as_it_is` : nothing}
      from attempt as asked join prepaid_codes on ${matches} and deleted_at is null
      where not is_repeated
      order by prepaid_codes.id
      for update of prepaid_codes ${waits ? nothing : sql`skip locked`}
    )`
}

/** CTE `checked`: one row per payment with its facts, and the refusal if there is one. */
function checkedPayments(isOne: boolean, isOnly: boolean) {
  // Of several payments with one code, each comes after the others, also after those that are refused.
  const others = sql`sum(price_now) over (
          partition by code.id order by payment_id rows between unbounded preceding and 1 preceding)`
  const balance = isOne
    ? sql`code.remaining_balance`
    : sql`code.remaining_balance - coalesce(${others}, 0)`
  const conflict = paymentConflict(sql`device.id`, sql`payer_id`, sql`minutes_now`)
  const earlier = isOnly
    ? sql`earlier.minutes, earlier.is_pending`
    : sql`null::integer as minutes, null::boolean as is_pending`
  return sql`checked as materialized (
      select payment_id, payer_id, payer_name,
        device.id as device_id, device.device_number, device.coin_type, price_now as price,
        minutes_now as duration_minutes, device.offer ->> 'programme' as programme,
        code.id as code_id, code.remaining_balance as balance_before,
        attempt.seconds, ${earlier}, known.answer, known.request_hash,
        case
          when device.id is null then 'device_not_found'
          when attempt.seconds > 0 then 'too_many_attempts'
          when device.status <> 'active' then 'device_not_active'
          when price_now <> attempt.amount or minutes_now <> attempt.minutes
            or (device.offer is null and (device.has_price_list or attempt.programme is not null))
            then 'terms_changed'
          when code.id is null or not ${codeAcceptedAtDevice} then 'code_not_accepted'
          when code.disabled then 'code_disabled'
          when code.expires_at <= now() then 'code_expired'
          when ${balance} < price_now then 'code_balance_too_low'
          when link.out_of_order_at is not null then 'device_out_of_order'
          when link.id is not null and exists (select from cycles where open_link_id = link.id) then 'device_in_use'
          else coalesce(
            case when device.can_be_held then ${conflict} end,
            case
              ${isOnly ? sql`when link.id is null and earlier.minutes is not null then 'paid_already'` : nothing}
              when link.id <> attempt.asked_link then 'not_asked'
            end
          )
        end as refusal
      from attempt left join known using (payment_id)
        left join device using (payment_id) left join link on link.device_id = attempt.device_id
        left join code using (payment_id) ${isOnly ? sql`left join earlier using (payment_id)` : nothing}
    )`
}

/** CTEs that count the attempt if it failed. */
const failedAttempt = countingFailedAttempt(
  throttleIn((name) => sql`(select ${sql.ref(name)} from asked)`),
  sql`from checked
      where answer is null and refusal = 'code_not_accepted'`,
)

/** CTE `payment`: new transactions, of payments that are neither refused nor repeated. */
const newTransactions = sql`recorded as (
      insert into transactions (id, device_id, payer_id, prepaid_code_id, device_number, amount,
        duration_minutes, programme, payment_method, customer_name)
      select payment_id, device_id, payer_id, code_id, device_number, price,
        duration_minutes, programme, 'prepaid_code', payer_name
      from checked where answer is null and refusal is null
      returning ${transactionColumns}, payer_id, prepaid_code_id
    ),
    payment as (
      select recorded.*, asked.language, asked.exclusive_payer_id, asked.keeps_code, asked.key, asked.request_hash
      from recorded join asked on asked.payment_id = recorded.id
    )`

const ledgerEntries = sql`entry as (
      insert into ledger_entries (reason, amount, debit_account, credit_account, prepaid_code_id,
        transaction_id, actor_id)
      select 'redemption', amount, ${accounts.code(sql.ref('prepaid_code_id'))},
        ${accounts.revenue(sql.ref('device_id'))}, prepaid_code_id, id, payer_id
      from payment
      returning transaction_id, balance_after
    )`

/** CTE `keeping`: saves codes for the payers' next payments. */
const savedCodes = sql`keeping as (
      insert into saved_codes (user_id, prepaid_code_id, code_version)
      select payer_id, prepaid_code_id, code.as_it_is
      from payment join code on code.payment_id = payment.id where keeps_code
      on conflict (user_id, prepaid_code_id) do update set code_version = excluded.code_version
    ),`

/** CTE `saved_answer`: stores the answers of new payments for repeated calls. */
const storedAnswers = sql`saved_answer as (
      insert into idempotency_keys (user_id, key, request_hash, answer)
      select payer_id, key, request_hash, jsonb_build_object('done', jsonb_build_object(
          'remaining_balance', balance_after,
          'transaction', to_jsonb(paid) || jsonb_build_object('created_at',
            to_char(paid.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))))
      from payment join entry on entry.transaction_id = payment.id cross join lateral (
        select ${paidColumns}, 0::numeric(12, 2) as refunded_amount, null::text as refund_cause
      ) as paid
      where key is not null
    )`

/** The outcomes, with the link and the start command for a device that has one. */
const outcomes = sql`select checked.payment_id, refusal, seconds, minutes, is_pending, answer, checked.request_hash,
      checked.price, checked.duration_minutes as current_minutes, balance_before, balance_after as remaining_balance,
      0::numeric(12, 2) as refunded_amount, null::text as refund_cause, ${paidColumns}, checked.coin_type,
      link.id as link_id, link.controller_id, link.channel, link.switching, link.pulse_ms, link.gap_ms, link.evidence,
      link.watts_mark, start.id as start_id, start.deadline as start_deadline
    from checked left join payment on payment.id = checked.payment_id
      left join entry on entry.transaction_id = payment.id left join link on link.device_id = checked.device_id
      left join start on start.cycle_id = payment.id`
