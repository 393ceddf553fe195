import type { Language } from '@coinless/contract/languages.ts'
import { type NumericText, toCents } from '@coinless/contract/money.ts'
import type { payments } from '@coinless/contract/payments.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import type { Transaction } from '@coinless/contract/transactions.ts'
import { codeKey } from '@coinless/contract/typed-secrets.ts'
import type { User } from '@coinless/contract/users.ts'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { IdempotentReplay, type StoredAnswer, sameRequest } from '../../http/idempotency/answers.ts'
import type { IdempotencyKey } from '../../http/idempotency/idempotency-key.ts'
import type { Answer } from '../../http/request/answer.ts'
import type { Server } from '../../http/request/server.ts'
import {
  countingFailedAttempt,
  type Throttle,
  waitingSeconds,
} from '../../http/throttle/failed-attempts.ts'
import { accounts } from '../../ledger/entries/entries.ts'
import { storedColumns } from '../../ledger/transactions/transactions.ts'
import { offerNow } from '../../machines/devices/prices.ts'
import { preparedStatement } from '../../platform/database/client.ts'
import type { Lines } from '../../platform/messaging/lines.ts'
import {
  codeAcceptedAtDevice,
  codeAsItIs,
  codeToChoose,
  visibleDevice,
} from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { isMistyped } from '../../platform/secrets/code-text.ts'
import { beginningCycle, whyNotBegun } from '../cycles/begin.ts'
import { startMessage } from '../cycles/messages.ts'
import { expectReady, type ProbedLink } from '../cycles/ready.ts'
import { paidAlready } from './paid-already.ts'

type PayingCaller = Caller & Pick<User, 'full_name'>
type PrepaidPayment =
  | z.output<typeof payments.prepaid.body>
  | (z.output<typeof payments.chosenCode.body> & { prepaid_code_id: string })

type Outcome = Answer<Transaction> & {
  refusal: keyof typeof refuse | 'not_asked' | null
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

const nobody = '00000000-0000-0000-0000-000000000000'

const transactionColumns = sql.join(storedColumns.map((column) => sql.ref(column)))

/**
 * Pays with a typed code, or one chosen from the caller's codes. Detects typos before any lookup; unknown codes and
 * codes that are not valid here count as failed attempts. All get the same answer, and so does someone else's code.
 * @throws Refusal; IdempotentReplay
 */
export async function payWithCode(
  server: Pick<Server, 'database' | 'lines' | 'changes'>,
  caller: PayingCaller,
  throttle: Throttle | undefined,
  idempotencyKey: IdempotencyKey | undefined,
  payment: PrepaidPayment,
  language: Language,
) {
  if ('prepaid_code' in payment && isMistyped(payment.prepaid_code))
    throw new Refusal('code_not_accepted')
  const redeem = async (askedLink?: string) => {
    const redemption = redemptionOf(caller, throttle, idempotencyKey, payment, language, askedLink)
    const { rows } = await redemption.execute(server.database).catch((error) => {
      throw whyNotBegun(error) ?? error
    })
    return rows[0] as Outcome
  }
  let outcome = await redeem()
  if (outcome.refusal === 'not_asked' && !outcome.answer) {
    const asked = linkOf(outcome)
    await expectReady(server, asked)
    outcome = await redeem(asked.id)
  }
  const { answer, request_hash, refusal, remaining_balance } = outcome
  if (idempotencyKey && answer && request_hash) {
    throw new IdempotentReplay(sameRequest(idempotencyKey, { answer, request_hash }))
  }
  // The link changed after the question.
  if (refusal === 'not_asked') throw new Refusal('device_in_use')
  if (refusal) throw refuse[refusal](outcome)
  tellStart(server.lines, outcome)
  server.changes.tell({ deviceId: payment.device_id })
  return { remaining_balance, transaction: outcome }
}

function linkOf(outcome: Outcome): ProbedLink & { id: string } {
  return { ...outcome, id: outcome.link_id as string } as ProbedLink & { id: string }
}

/** Once: a repeated call gets the first answer and sends nothing. */
function tellStart(lines: Lines, outcome: Outcome) {
  const { start_id, start_deadline, controller_id, channel, coin_type } = outcome
  if (start_id && start_deadline && controller_id && channel) {
    const facts = { price: toCents(outcome.price), minutes: outcome.current_minutes }
    const start = { id: start_id, channel }
    const deadline = start_deadline.getTime()
    const message = startMessage(start, deadline, linkOf(outcome), facts, coin_type)
    if (message) lines.tell(controller_id, message)
  }
}

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
  return sql<Outcome>`${preparedStatement}
    with known as (
      update idempotency_keys set key = key
      where user_id = ${caller.id} and key = ${idempotencyKey?.key ?? null}
      returning answer, request_hash
    ),
    device as (
      select *, coalesce((offer ->> 'price')::numeric(12, 2), price) as price_now,
        coalesce((offer ->> 'duration_minutes')::integer, duration_minutes) as minutes_now
      from (
        select *, ${offerNow(payment.programme)} as offer
        from devices where id = ${payment.device_id} and ${visibleDevice(caller)}
      ) as offered
    ),
    throttled as (
      select case when not exists (select from known) then ${waitingSeconds(throttle)} end as seconds
    ),
    earlier as (
      ${payment.pay_again === false ? paidAlready(caller, payment.device_id) : sql`select null::integer as minutes, null::boolean as is_pending`}
    ),
    link as (
      select * from device_links where device_id = ${payment.device_id}
    ),
    code as (
      select prepaid_codes.id, user_id, issuer_was_verified, issued_as_admin, created_at, landlord_email,
        disabled, expires_at, remaining_balance, ${codeAsItIs} as as_it_is
      from throttled, prepaid_codes
      where ${whichCode(caller, payment)} and deleted_at is null
        -- Whoever waits for a key has no code locked, and the other way round.
        and not exists (select from known)
      for update of prepaid_codes
    ),
    judged as (
      select device.id as device_id, device.device_number, price_now as price,
        minutes_now as duration_minutes, device.offer ->> 'programme' as programme,
        code.id as code_id, code.remaining_balance as balance_before,
        throttled.seconds, earlier.minutes, earlier.is_pending, known.answer, known.request_hash,
        case
          when device.id is null then 'device_not_found'
          when throttled.seconds > 0 then 'too_many_attempts'
          when device.status <> 'active' then 'device_not_active'
          when price_now <> ${payment.amount} or minutes_now <> ${payment.duration}
            or (device.offer is null and (device.price_list is not null
              or ${payment.programme ?? null}::text is not null))
            then 'terms_changed'
          when code.id is null or not ${codeAcceptedAtDevice} then 'code_not_accepted'
          when code.disabled then 'code_disabled'
          when code.expires_at <= now() then 'code_expired'
          when code.remaining_balance < price_now then 'code_balance_too_low'
          when link.out_of_order_at is not null then 'device_out_of_order'
          when exists (select from cycles where open_link_id = link.id) then 'device_in_use'
          when link.id is null and earlier.minutes is not null then 'paid_already'
          when link.id <> ${askedLink ?? nobody}::uuid then 'not_asked'
        end as refusal
      from throttled left join known on true left join device on true left join link on true
        left join code on true left join earlier on true
    ),
    ${countingFailedAttempt(
      throttle,
      sql`from judged
      where answer is null and refusal = 'code_not_accepted'`,
    )}
    payment as (
      insert into transactions (device_id, payer_id, prepaid_code_id, device_number, amount,
        duration_minutes, programme, payment_method, customer_name)
      select device_id, ${caller.id}, code_id, device_number, price,
        duration_minutes, programme, 'prepaid_code', ${caller.full_name || null}
      from judged where answer is null and refusal is null
      returning ${transactionColumns}, payer_id, prepaid_code_id
    ),
    entry as (
      insert into ledger_entries (reason, amount, debit_account, credit_account, prepaid_code_id,
        transaction_id, actor_id)
      select 'redemption', amount, ${accounts.code(sql.ref('prepaid_code_id'))},
        ${accounts.revenue(sql.ref('device_id'))}, prepaid_code_id, id, payer_id
      from payment
    ),
    ${'keep_code' in payment && payment.keep_code ? keeping : sql``}
    ${beginningCycle('code', language, payment.pay_again === false)},
    outcome as (
      select judged.refusal, judged.seconds, judged.minutes, judged.is_pending, judged.answer, judged.request_hash, judged.price,
        judged.duration_minutes as current_minutes, judged.balance_before,
        judged.balance_before - judged.price as remaining_balance,
        0::numeric(12, 2) as refunded_amount, null::text as refund_cause, paid.*
      from judged left join (select ${transactionColumns} from payment) as paid on true
    ),
    kept as (
      insert into idempotency_keys (user_id, key, request_hash, answer)
      select ${caller.id}::uuid, ${idempotencyKey?.key ?? null}::text,
        ${idempotencyKey?.requestHash ?? null}::bytea,
        jsonb_build_object('done', jsonb_build_object(
          'remaining_balance', outcome.remaining_balance,
          'transaction', to_jsonb(paid) || jsonb_build_object('created_at',
            to_char(paid.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))))
      from outcome cross join (
        select ${transactionColumns}, 0::numeric(12, 2) as refunded_amount, null::text as refund_cause
        from payment
      ) as paid
      where ${idempotencyKey !== undefined}
    )
    select outcome.*, link.id as link_id, link.controller_id, link.channel, link.switching,
      link.pulse_ms, link.gap_ms, link.evidence, link.watts_mark, device.coin_type,
      start.id as start_id, start.deadline as start_deadline
    from outcome left join link on true left join device on true left join start on true`
}

function whichCode(caller: Caller, payment: PrepaidPayment) {
  if ('prepaid_code' in payment) return sql<SqlBool>`lookup_key = ${codeKey(payment.prepaid_code)}`
  return sql<SqlBool>`prepaid_codes.id = ${payment.prepaid_code_id} and ${codeToChoose(caller)}`
}

const keeping = sql`keeping as (
      insert into kept_codes (user_id, prepaid_code_id, code_as_kept)
      select payer_id, prepaid_code_id, code.as_it_is from payment join code on code.id = prepaid_code_id
      on conflict (user_id, prepaid_code_id) do update set code_as_kept = excluded.code_as_kept
    ),`

const refuse = {
  device_out_of_order: () => new Refusal('device_out_of_order'),
  device_in_use: () => new Refusal('device_in_use'),
  device_not_found: () => new Refusal('device_not_found'),
  too_many_attempts: ({ seconds }: Outcome) =>
    new Refusal('too_many_attempts', { seconds: seconds ?? 0 }),
  device_not_active: () => new Refusal('device_not_active'),
  paid_already: ({ minutes, is_pending }: Outcome) =>
    new Refusal('paid_already', { minutes: minutes ?? 0, is_pending: is_pending ?? false }),
  terms_changed: ({ price, current_minutes }: Outcome) =>
    new Refusal('terms_changed', { price: toCents(price), minutes: current_minutes }),
  code_not_accepted: () => new Refusal('code_not_accepted'),
  code_disabled: () => new Refusal('code_disabled'),
  code_expired: () => new Refusal('code_expired'),
  code_balance_too_low: ({ balance_before, price }: Outcome) =>
    new Refusal('code_balance_too_low', {
      balance: toCents(balance_before ?? 0),
      price: toCents(price),
    }),
}
