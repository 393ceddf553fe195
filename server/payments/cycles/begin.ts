import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { SqlValue } from '../../platform/policy/own-devices.ts'
import { Refusal, refusalOf } from '../../platform/refusals/refusal.ts'

/**
 * CTEs that create a payment's cycle in the statement that records it: `cycle`, and `start` for a device with a link.
 * They read `payment` (id, device_id, duration_minutes), one or several of different devices, with their rows in
 * `device` and `link` (of device_links; a device can have none). The constraint cycles_open_link refuses the second of
 * two concurrent cycles for one link.
 * @param money held on a card, captured from one, or taken from a code. A hold pays for a machine that starts;
 * without a machine to start it is about to be captured.
 * @param language of the payer with a code; card payments store their own
 * @param exclusivePayer whose only payment this is at a device without a link; the constraint cycles_exclusive_payer
 *   refuses the second of two concurrent ones
 */
export function beginningCycle(
  money: 'held' | 'card' | 'code',
  language: SqlValue<Language | null> = null,
  exclusivePayer: SqlValue<string | null> = null,
) {
  const isLinked = sql`link.id is not null`
  const transactionId = money === 'held' ? sql`null::uuid` : sql`payment.id`
  const cardPaymentId = money === 'code' ? sql`null::uuid` : sql`payment.id`
  const isHeld = money === 'held' ? isLinked : sql`false`
  const end = sql`now() + make_interval(mins => payment.duration_minutes)`
  const firstQuestion = sql`now() + make_interval(secs => ${sql.lit(limits.startAskSeconds)})`
  return sql`cycle as (
      insert into cycles (id, transaction_id, card_payment_id, device_id, open_link_id, state, is_measured,
        minimum_minutes, gives_back_unused, money, run_since, ends_at, last_running_at, next_check_at,
        language, exclusive_payer_id)
      select payment.id, ${transactionId}, ${cardPaymentId}, payment.device_id, link.id,
        case when ${isLinked} then 'starting' else 'running' end, ${isLinked},
        least(coalesce(device.minimum_duration_minutes, 0), payment.duration_minutes), coalesce(link.gives_back_unused, false),
        case when ${isHeld} then 'held' else 'taken' end,
        case when ${isLinked} then null else now() end,
        case when ${isLinked} then null else ${end} end,
        case when ${isLinked} then null else now() end,
        case when ${isLinked} then ${firstQuestion} else ${end} end,
        ${language}::text,
        case when not ${isLinked} then ${exclusivePayer}::uuid end
      from payment join device on device.id = payment.device_id
        left join link on link.device_id = payment.device_id
    ),
    start as (
      insert into starts (cycle_id, controller_id, channel, deadline)
      select payment.id, link.controller_id, link.channel,
        now() + make_interval(secs => ${sql.lit(limits.startSeconds)})
      from payment join link on link.device_id = payment.device_id
      returning id, deadline, cycle_id
    )`
}

/** Expected reasons for no cycle. To the payer, a link removed after the question is a changed link. */
export function beginRefusal(error: unknown): Refusal | undefined {
  const known = refusalOf(error as Error)
  return known?.refusal === 'cycle_open' ? new Refusal('device_in_use') : known
}
