import type { Language } from '@coinless/contract/languages.ts'
import { fromMinor, type MinorUnits, type NumericText, toMinor } from '@coinless/contract/money.ts'
import { type Caller, holdsAddress } from '@coinless/contract/permissions.ts'
import { type CallerRights, hasRight } from '@coinless/contract/rights.ts'
import type { Offer, OneTopUp, topUps } from '@coinless/contract/top-ups.ts'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { lockSession } from '../../http/request/account-lock.ts'
import type { Answer } from '../../http/request/answer.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Server } from '../../http/request/server.ts'
import { receiptsOf } from '../../ledger/receipts/receipts.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { visibleCode } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { findSettings } from '../top-ups/settings.ts'
import { findTopUp } from '../top-ups/top-ups.ts'
import { type AskOnce, chargeByCard, checkByCard, type Turn } from './by-card.ts'
import { findCharge } from './settle-charge.ts'
import { topUpPurpose } from './top-up-charge.ts'

type TopUpForm = z.output<typeof topUps.create.body>
type Code = Selectable<Tables['prepaid_codes']>

/** Whether and how the caller can top up a code by card now. @throws Refusal code_not_found */
export async function topUpOffer(
  { database, cardProcessor }: Server,
  caller: Caller,
  codeId: string,
): Promise<Offer> {
  const code = await findWhole(database, caller, codeId)
  const { is_on, amounts, ...max } = await findSettings(database, code.user_id)
  const amount_max = fromMinor(await roomOf(database, code, max))
  const amount_min = fromMinor(cardProcessor.minimum)
  const isGood = !code.disabled && !(code.expires_at && code.expires_at <= new Date())
  return {
    is_offered:
      is_on && isGood && mayTopUp(caller, code) && cardProcessor.settings.processor !== 'off',
    ending: code.code.slice(Math.max(code.code.length - 4, Math.ceil(code.code.length / 2))),
    remaining_balance: Number(code.remaining_balance),
    amounts: amounts.filter((amount) => amount <= amount_max && amount >= amount_min),
    amount_min,
    amount_max,
    topped_up: fromMinor(await toppedUpBy(database, caller, codeId)),
  }
}

/** Tops up a code by card. @throws Refusal */
export async function topUpByCard(
  server: Server,
  caller: SignedInCaller,
  turn: Turn,
  codeId: string,
  form: TopUpForm,
  language: Language,
): Promise<Answer<OneTopUp>> {
  return chargeByCard(
    server,
    topUpPurpose,
    turn,
    form.payment_method_id,
    (transaction) => begin(server, transaction, caller, codeId, form, language),
    async (id, clientSecret) => {
      const outcome = await outcomeOf(server, caller, id, clientSecret)
      if (outcome.status === 'failed') throw new Refusal('card_declined')
      return outcome
    },
  )
}

/**
 * A top-up and its state.
 * @throws Refusal top_up_not_found if the caller may see none with this id
 */
export async function topUpStatus(
  server: Server,
  askOnce: AskOnce,
  caller: Caller & CallerRights,
  id: string,
): Promise<Answer<OneTopUp>> {
  const topUp = await findCharge(server.database, topUpPurpose, id)
  // Only the payer gets the processor's confirmation secret.
  const isOwn = topUp.payer_id === caller.id && hasRight(caller, 'pay')
  const clientSecret = isOwn ? await checkByCard(server, topUpPurpose, askOnce, topUp) : null
  return outcomeOf(server, caller, id, clientSecret)
}

async function begin(
  { cardProcessor: { minimum, settings: processor } }: Server,
  transaction: Database,
  caller: SignedInCaller,
  codeId: string,
  form: TopUpForm,
  language: Language,
) {
  await lockSession(transaction, caller)
  // Serialized per code, so that together they respect its maximum balance.
  await sql`select from prepaid_codes where id = ${codeId} for update`.execute(transaction)
  const code = await findWhole(transaction, caller, codeId)
  if (!mayTopUp(caller, code)) throw new Refusal('not_yours')
  const { seen_topped_up: seen } = form
  const isOther =
    seen !== undefined && toMinor(seen) !== (await toppedUpBy(transaction, caller, codeId))
  if (isOther) throw new Refusal('money_moved_meanwhile')
  if (code.disabled) throw new Refusal('code_disabled')
  if (code.expires_at && code.expires_at <= new Date()) throw new Refusal('code_expired')
  const { is_on, ...max } = await findSettings(transaction, code.user_id)
  if (!is_on) throw new Refusal('top_ups_off')
  if (processor.processor === 'off') throw new Refusal('cards_off')
  const amount = toMinor(form.amount)
  if (amount < minimum) throw new Refusal('card_amount_too_small', { minimum })
  const amountMax = toMinor(max.amount_max)
  if (amount > amountMax) throw new Refusal('top_up_too_large', { max: amountMax })
  const room = await roomOf(transaction, code, max)
  if (amount > room) throw new Refusal('top_up_too_full', { room })
  return transaction
    .insertInto('top_ups')
    .values({
      prepaid_code_id: code.id,
      payer_id: caller.id,
      issuer_id: code.user_id,
      amount: form.amount,
      language,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** @throws Refusal code_not_found if the caller may see none with this id */
async function findWhole(database: Database, caller: Caller, id: string): Promise<Code> {
  const code = await database
    .selectFrom('prepaid_codes')
    .selectAll()
    .where('id', '=', id)
    .where(visibleCode(caller))
    .executeTakeFirst()
  if (!code) throw new Refusal('code_not_found')
  return code
}

function mayTopUp(caller: Caller, code: Code): boolean {
  return code.user_id === caller.id || holdsAddress(caller, code.customer_email ?? '')
}

/** Completed and pending card top-ups of the caller. */
async function toppedUpBy(database: Database, { id }: Caller, codeId: string): Promise<MinorUnits> {
  const { rows } = await sql<{ sum: NumericText }>`
    select coalesce(sum(amount), 0) as sum from top_ups
    where prepaid_code_id = ${codeId} and payer_id = ${id} and status <> 'failed'`.execute(database)
  return toMinor(rows[0]?.sum ?? 0)
}

/** What can still be added to a code by card; pending top-ups count. */
async function roomOf(
  database: Database,
  { id, remaining_balance }: Code,
  max: { amount_max: number; balance_max: number },
): Promise<MinorUnits> {
  const { rows } = await sql<{ coming: NumericText }>`
    select coalesce(sum(amount), 0) as coming from top_ups
    where prepaid_code_id = ${id} and status = 'pending'`.execute(database)
  const there = toMinor(remaining_balance) + toMinor(rows[0]?.coming ?? 0)
  const room = Math.min(toMinor(max.amount_max), toMinor(max.balance_max) - there)
  return Math.max(0, room) as MinorUnits
}

async function outcomeOf(
  { database }: Server,
  caller: Caller & CallerRights,
  id: string,
  clientSecret: string | null,
): Promise<Answer<OneTopUp>> {
  const topUp = await findTopUp(database, caller, id)
  const documents = await receiptsOf(database, 'top_up_id', id)
  return { ...topUp, documents, client_secret: clientSecret }
}
