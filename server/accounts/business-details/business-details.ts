import type {
  BusinessDetails,
  BusinessDetailsVersion,
  businessDetails,
} from '@coinless/contract/business-details.ts'
import type { DeviceType } from '@coinless/contract/choices.ts'
import type { Problem } from '@coinless/contract/explain.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { lockAccountsExclusively } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { assertVersion } from '../../http/routing/version.ts'
import type { Database } from '../../platform/database/connection.ts'
import { InvalidInput, Refusal } from '../../platform/refusals/refusal.ts'
import { refuseUnknownZone } from '../../platform/refusals/unknown-zone.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'

type Form = z.output<typeof businessDetails.save.body>

/** Of several versions planned for a day, the last one saved. */
export async function findBusinessDetails(
  database: Database,
  userId: string,
): Promise<BusinessDetails> {
  const rows = await database
    .selectFrom('business_details')
    .distinctOn('effective_at')
    .select(['time_zone', 'name', 'address', 'tax_id', 'tax_due', 'created_at'])
    .select([
      sql<string>`effective_from::text`.as('effective_from'),
      sql<boolean>`effective_at > clock_timestamp()`.as('is_planned'),
      sql<{ device_type: DeviceType | null; tax_rate: number }[]>`(
        select coalesce(jsonb_agg(
          jsonb_build_object('device_type', device_type, 'tax_rate', tax_rate) order by device_type
        ), '[]') from tax_rates where business_details_id = business_details.id
      )`.as('rates'),
    ])
    .where('user_id', '=', userId)
    .orderBy('effective_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  const versions = rows.map(({ is_planned, created_at, rates, ...version }) => ({
    is_planned,
    version: {
      ...version,
      tax_rate: rates.find(({ device_type }) => device_type === null)?.tax_rate ?? null,
      tax_rates: rates.flatMap(({ device_type, tax_rate }) =>
        device_type ? [{ device_type, tax_rate }] : [],
      ),
      created_at: created_at.toISOString(),
    },
  }))
  const [current, ...past] = versions.flatMap((each) => (each.is_planned ? [] : [each.version]))
  const planned = versions.flatMap((each) => (each.is_planned ? [each.version] : []))
  return { current: current ?? null, planned: planned.reverse(), past }
}

/**
 * Appends a version. The same as the last one for its day changes nothing.
 * @throws Refusal session_expired, business_details_need_verification, changed_meanwhile, InvalidInput,
 * too_many_business_details
 */
export async function saveBusinessDetails(
  transaction: Database,
  caller: SignedInCaller,
  form: Form,
  version: string | undefined,
): Promise<BusinessDetails> {
  await lockAccountsExclusively(transaction, caller)
  if (!caller.email_verified) throw new Refusal('business_details_need_verification')
  const before = await findBusinessDetails(transaction, caller.id)
  assertVersion(version, before)
  if (isSaved(before, form)) return before
  await assertNotPast(transaction, form)
  const { count } = await transaction
    .selectFrom('business_details')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', caller.id)
    .executeTakeFirstOrThrow()
  if (count >= limits.businessDetailsVersions) throw new Refusal('too_many_business_details')
  await insertVersion(transaction, caller.id, form)
  await recordEvent(transaction, caller, 'business_details_changed', { id: caller.id }, told(form))
  return findBusinessDetails(transaction, caller.id)
}

/** @throws InvalidInput also for a time zone that PostgreSQL does not know */
async function assertNotPast(transaction: Database, { effective_from, time_zone }: Form) {
  const { rows } = await sql<{ today: string }>`
    select to_char(now() at time zone ${time_zone}::text, 'YYYY-MM-DD') as today`
    .execute(transaction)
    .catch((error) => refuseUnknownZone(error))
  const message = 'in_the_past' satisfies Problem
  if (effective_from < (rows[0]?.today ?? '')) {
    throw new InvalidInput([
      { code: 'custom', path: ['effective_from'], message, input: undefined },
    ])
  }
}

/**
 * Not now(): payments that began while this waited for its locks have numbers. A planned version is replaced from its
 * own start on, also if this day starts later in another zone.
 */
async function insertVersion(transaction: Database, userId: string, form: Form): Promise<void> {
  const { tax_rate, tax_rates, ...details } = form
  const { effective_from, time_zone } = details
  const { id } = await transaction
    .insertInto('business_details')
    .values({
      ...details,
      tax_id: details.tax_id ?? null,
      user_id: userId,
      effective_at: sql<Date>`coalesce(
        (select min(effective_at) from business_details
          where user_id = ${userId} and effective_from = ${effective_from} and effective_at > clock_timestamp()),
        greatest(clock_timestamp(), ${effective_from}::timestamp at time zone ${time_zone}::text)
      )`,
      created_at: sql<Date>`clock_timestamp()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const general = tax_rate === null ? [] : [{ device_type: null, tax_rate }]
  const rates = [...general, ...tax_rates].map((rate) => ({ ...rate, business_details_id: id }))
  if (rates.length > 0) await transaction.insertInto('tax_rates').values(rates).execute()
  await transaction
    .insertInto('receipt_counters')
    .values({ seller_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Unless the landlord has chosen one for their places.
  await transaction
    .insertInto('time_zones')
    .values({ owner_id: userId, location: null, time_zone })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether the version for that day says the same already. */
function isSaved({ current, planned }: BusinessDetails, form: Form): boolean {
  const then = [current, ...planned].findLast(
    (version) => version !== null && version.effective_from <= form.effective_from,
  )
  return then != null && JSON.stringify(contentOf(then)) === JSON.stringify(contentOf(form))
}

type Content = Omit<BusinessDetailsVersion, 'created_at' | 'effective_from' | 'tax_id'> & {
  tax_id?: string | null | undefined
}

function contentOf({ tax_id, tax_rates, ...rest }: Content) {
  const { time_zone, name, address, tax_rate, tax_due } = rest
  return [time_zone, name, address, tax_id ?? null, tax_rate, ratesByType(tax_rates), tax_due]
}

function ratesByType(rates: Content['tax_rates']): string {
  return rates
    .map(({ device_type, tax_rate }) => `${device_type}: ${tax_rate}`)
    .sort()
    .join(', ')
}

/** Without name and address, because the trail outlives the account. */
function told({ effective_from, tax_rate, tax_rates, tax_due }: Form): Record<string, string> {
  return {
    effective_from,
    ...(tax_rate !== null && { tax_rate: `${tax_rate}` }),
    ...(tax_rates.length > 0 && { tax_rates: ratesByType(tax_rates) }),
    tax_due,
  }
}
