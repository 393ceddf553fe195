import { plainAmount, sumOfAmounts, toMinor } from '@coinless/contract/money.ts'
import { defaultTopUpSettings, TopUpSettings, type topUps } from '@coinless/contract/top-ups.ts'
import type { z } from 'zod'
import { lockSession } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { assertVersion } from '../../http/routing/version.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'

type Form = z.output<typeof topUps.changeSettings.body>

/** Issuer's settings for card top-ups of their codes. */
export async function findSettings(database: Database, issuerId: string): Promise<TopUpSettings> {
  const saved = await database
    .selectFrom('top_up_settings')
    .select(columns(TopUpSettings))
    .where('user_id', '=', issuerId)
    .executeTakeFirst()
  if (!saved) return defaultTopUpSettings
  const { amount_max, balance_max } = saved
  return { ...saved, amount_max: Number(amount_max), balance_max: Number(balance_max) }
}

/** @throws Refusal top_up_needs_verification, top_up_amounts_differ, changed_meanwhile */
export async function changeSettings(
  transaction: Database,
  caller: SignedInCaller,
  form: Form,
  version: string | undefined,
): Promise<TopUpSettings> {
  // Serialized per account.
  await lockSession(transaction, caller)
  await transaction
    .selectFrom('top_up_settings')
    .select('user_id')
    .where('user_id', '=', caller.id)
    .forUpdate()
    .execute()
  const before = await findSettings(transaction, caller.id)
  assertVersion(version, before)
  if (form.is_on && !caller.email_verified) throw new Refusal('top_up_needs_verification')
  const amounts = [...new Set(form.amounts)].sort((one, other) => one - other)
  const settings = { ...form, amounts }
  const [amountMax, balanceMax] = [toMinor(form.amount_max), toMinor(form.balance_max)]
  if (toMinor(sumOfAmounts(amounts.slice(-1))) > amountMax || amountMax > balanceMax) {
    throw new Refusal('top_up_amounts_differ')
  }
  await transaction
    .insertInto('top_up_settings')
    .values({ user_id: caller.id, ...settings })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(settings))
    .execute()
  await recordEvent(
    transaction,
    caller,
    'top_up_settings_changed',
    { id: caller.id },
    told(settings),
  )
  return settings
}

function told({ is_on, amounts, amount_max, balance_max }: TopUpSettings) {
  return {
    is_on: String(is_on),
    amounts: amounts.map(plainAmount).join(', '),
    amount_max: plainAmount(amount_max),
    balance_max: plainAmount(balance_max),
  }
}
