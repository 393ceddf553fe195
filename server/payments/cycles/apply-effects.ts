import { fromMinor } from '@coinless/contract/money.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { sql } from 'kysely'
import { resetFailures } from '../../machines/links/device-links.ts'
import { reportForPayer } from '../../machines/reports/for-payer.ts'
import { lastLanguageOf } from '../../notifications/mail/last-language.ts'
import { placeInMail } from '../../notifications/mail/machine-name.ts'
import { mail } from '../../notifications/mail/mail.ts'
import { enqueueEndNotification } from '../../notifications/preferences/enqueue.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import { preparedStatement } from '../../platform/database/client.ts'
import type { Database } from '../../platform/database/connection.ts'
import { issueRefund } from '../refunds/issue-refund.ts'
import { rest } from './amounts.ts'
import type { CycleEvent, Effect, Transition } from './cycle.ts'
import { type KnownCycle, solePayer, toRow } from './cycle-rows.ts'
import { notifyPayer, notifyUndecided } from './notify-payer.ts'

/** Result of an event for a cycle. */
interface Made {
  known: KnownCycle
  step: Transition
  event: CycleEvent
}

/** Writes all effects of a step in the transaction that holds the cycle's lock. */
export async function applyEffects(
  transaction: Database,
  config: AppConfig,
  made: Made,
): Promise<void> {
  const { known, step, event } = made
  const { row, start } = known
  const { cycle } = step
  await transaction
    .updateTable('cycles')
    .modifyEnd(preparedStatement)
    .set(toRow(cycle, known.link !== null))
    .where('id', '=', row.id)
    .execute()
  if (start && cycle.start?.answer && cycle.start.answer !== known.cycle.start?.answer) {
    await transaction
      .updateTable('starts')
      .set({ answer: cycle.start.answer, answered_at: new Date(event.at) })
      .where('id', '=', start.id)
      .execute()
  }
  for (const written of step.effects) await keep(transaction, config, written, made)
  await countOnLink(transaction, known, step)
}

async function keep(
  transaction: Database,
  config: AppConfig,
  written: Effect,
  made: Made,
): Promise<void> {
  const {
    known: { row, link },
    step: { cycle },
    event,
  } = made
  switch (written.do) {
    case 'refund':
      // The caller records a person's refund.
      // A card that is not charged yet is refunded once it is (keep-card.ts).
      if (event.kind !== 'refunded' && row.transaction_id) {
        const cause = 'reason' in cycle ? cycle.reason : 'stopped'
        await issueRefund(transaction, config, {
          transactionId: row.id,
          amount: written.amount,
          cause,
        })
      }
      return
    case 'loss':
      await transaction
        .insertInto('losses')
        .values({ cycle_id: row.id, why: written.why, amount: Number(fromMinor(written.amount)) })
        .execute()
      return
    case 'out_of_order':
    case 'doubted': {
      if (!link) return
      const since = written.do === 'doubted' ? 'doubted_at' : 'out_of_order_at'
      await transaction
        .updateTable('device_links')
        .set({ [since]: new Date(event.at) })
        .where('id', '=', link.id)
        .where(since, 'is', null)
        .execute()
      return
    }
    case 'capture':
    case 'void':
      // The cycle's money state says what to do; the reconciler does it if no one else has.
      await transaction
        .updateTable('card_payments')
        .set({ next_attempt_at: sql<Date>`now()`, attempts: 0 })
        .where('id', '=', row.id)
        .where('status', '=', 'pending')
        .execute()
      return
    case 'notify_customer':
      await tellOfMoneyBack(transaction, config, made)
      return enqueueDone(transaction, made)
    case 'ask_owner':
      await reportForPayer(transaction, row.id)
      await notifyUndecided(transaction, config, row.id, rest(cycle, made.known.facts))
      return enqueueEndNotification(transaction, row.id, 'money_back')
    case 'notify_owner':
      // Alerts notify about the others (server/notifications/alerts).
      if (written.what === 'capture_failed') await tellOfLoss(transaction, config, made.known)
  }
}

async function tellOfLoss(transaction: Database, config: AppConfig, { row, facts }: KnownCycle) {
  const { owner_id, device_number, place } = await transaction
    .selectFrom('devices')
    .select(['owner_id', 'device_number', placeInMail(sql`devices.id`).as('place')])
    .where('id', '=', row.device_id)
    .executeTakeFirstOrThrow()
  const texts = mailTexts[await lastLanguageOf(transaction, owner_id)]
  const { subject, text } = texts.capture_failed({
    amount: facts.price,
    deviceNumber: device_number,
  })
  const words = { subject, text, place, path: `/devices/${row.device_id}` }
  await mail(transaction, config, { userId: owner_id }, words)
}

/** The person who stopped or refunded it already knows. */
async function tellOfMoneyBack(
  transaction: Database,
  config: AppConfig,
  { known, step: { cycle, effects }, event }: Made,
): Promise<void> {
  if (cycle.state !== 'not_started' && cycle.state !== 'interrupted') return
  if (event.kind === 'refunded' || event.kind === 'stopped') return
  const refund = effects.find((written) => written.do === 'refund')
  const isVoid = effects.some((written) => written.do === 'void')
  const amount = isVoid ? known.facts.price : refund?.amount
  if (!amount) return
  const { state, reason, money } = cycle
  const cycleId = known.row.id
  await notifyPayer(transaction, config, { cycleId, amount, state, reason, money })
  await enqueueEndNotification(transaction, cycleId, 'money_back')
}

/** Not after a stop by the payer, nor if the owner decides about the refund: that has its own notification. */
async function enqueueDone(transaction: Database, { known, step: { cycle } }: Made): Promise<void> {
  if (cycle.state === 'finished' && cycle.reason !== 'stopped' && cycle.reason !== 'undecided')
    await enqueueEndNotification(transaction, known.row.id, 'done')
}

/** Consecutive, for a reason that counts. */
async function countOnLink(transaction: Database, known: KnownCycle, step: Transition) {
  const { row, link, cycle, payerId } = known
  const isEnd = row.ended_at === null && 'reason' in step.cycle
  if (!link || !isEnd || cycle.state === step.cycle.state) return
  const counted = step.effects.find((written) => written.do === 'not_started')
  if (!counted && (step.cycle.state === 'not_started' || link.not_started === 0)) return
  const isFirst = link.not_started === 0
  const oneMore = counted && {
    not_started: link.not_started + 1,
    not_started_payer_id: isFirst ? payerId : solePayer(link.not_started_payer_id, payerId),
    not_started_by_device: counted.isByDevice || (!isFirst && link.not_started_by_device),
  }
  await transaction
    .updateTable('device_links')
    .set(oneMore ?? resetFailures)
    .where('id', '=', link.id)
    .execute()
}
