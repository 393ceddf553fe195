import type { CycleReason } from '@coinless/contract/choices.ts'
import { type Language, languages } from '@coinless/contract/languages.ts'
import type { MinorUnits } from '@coinless/contract/money.ts'
import { moneyBackTexts } from '@coinless/contract/texts/money-back.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { sql } from 'kysely'
import { machineInMail, placeInMail } from '../../notifications/mail/machine-name.ts'
import { mail } from '../../notifications/mail/mail.ts'
import { refundDestination } from '../../notifications/preferences/words.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Cycle } from './cycle.ts'

interface Payer {
  email: string
  device_number: string
  place: string | null
  language: Language | null
  is_recorded: boolean
  by_card: boolean
  is_owed: boolean
}

interface Back {
  cycleId: string
  amount: MinorUnits
  state: 'not_started' | 'interrupted'
  reason: CycleReason
  money: Cycle['money']
}

/**
 * Notifies the payer, in the refund's transaction, that a machine did not start or stopped early, and of the refund.
 * Uses a verified address and the language of the payment.
 */
export async function notifyPayer(
  transaction: Database,
  config: AppConfig,
  { cycleId, amount, state, reason, money }: Back,
): Promise<void> {
  const payer = await payerOf(transaction, cycleId)
  if (!payer) return
  const language = languages.find((each) => each === payer.language) ?? 'en'
  const { subject, text } = mailTexts[language].money_back({
    amount: amount,
    deviceNumber: payer.device_number,
    state,
    cause: moneyBackTexts[language][reason],
    way: refundDestination({ ...payer, money }),
  })
  const path = payer.is_recorded ? `/transactions/${cycleId}/receipt` : cyclePath(cycleId)
  await mail(transaction, config, payer.email, { subject, text, place: payer.place, path })
}

/** The owner decides about the refund. */
export async function notifyUndecided(
  transaction: Database,
  config: AppConfig,
  cycleId: string,
  amount: MinorUnits,
): Promise<void> {
  const payer = await payerOf(transaction, cycleId)
  if (!payer) return
  const language = languages.find((each) => each === payer.language) ?? 'en'
  const facts = { amount, deviceNumber: payer.device_number }
  const { subject, text } = mailTexts[language].undecided(facts)
  const { place } = payer
  await mail(transaction, config, payer.email, { subject, text, place, path: cyclePath(cycleId) })
}

function cyclePath(id: string): string {
  return `/payments?cycle=${id}`
}

async function payerOf(transaction: Database, cycleId: string): Promise<Payer | undefined> {
  const { rows } = await sql<Payer>`
    select users.email,
      ${machineInMail(sql`cycles.device_id`, sql`coalesce(paid.device_number, card.device_number)`)} as device_number,
      ${placeInMail(sql`cycles.device_id`)} as place,
      coalesce(card.language, cycles.language) as language,
      paid.id is not null as is_recorded, card.id is not null as by_card,
      exists (
        select from refunds where transaction_id = paid.id and actor_id is null and status = 'pending'
      ) as is_owed
    from cycles
      left join transactions as paid on paid.id = cycles.transaction_id
      left join card_payments as card on card.id = cycles.card_payment_id
      join users on users.id = coalesce(paid.payer_id, card.payer_id)
    where cycles.id = ${cycleId} and users.email_verified and users.closed_at is null`.execute(
    transaction,
  )
  return rows[0]
}
