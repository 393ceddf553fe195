import type { Offer, PriceList, PriceListBody } from '@coinless/contract/device-prices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type Caller, may } from '@coinless/contract/permissions.ts'
import { sql } from 'kysely'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { assertVersion } from '../../http/routing/version.ts'
import type { Database } from '../../platform/database/connection.ts'
import { timeZoneOf } from '../../platform/database/time-zone-of.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { findDevice, lockChangeableDevice, subjectOf } from '../devices/devices.ts'
import { assertFitsLink, findLinkedBy, termsOf } from '../devices/fits-link.ts'
import { assertKnownZones, findPrices, storedPrices } from '../devices/prices.ts'
import { describePrices } from './describe-prices.ts'

/** Fields that the version covers. */
export function changeableFacts(list: PriceList) {
  return list
}

/** @throws Refusal device_not_found */
export async function findPriceList(
  database: Database,
  caller: Caller,
  id: string,
): Promise<PriceList> {
  const device = await findDevice(database, caller, id)
  const list = await findPrices(database, id)
  return may(caller, 'change device', device) ? list : { ...list, planned: [] }
}

/** @throws Refusal device_not_found, not_yours, changed_meanwhile, price_not_in_coins, too_long_for_controller */
export async function savePriceList(
  database: Database,
  caller: SignedInCaller,
  id: string,
  list: PriceListBody,
  version?: string,
): Promise<PriceList> {
  return database.transaction().execute(async (transaction) => {
    const device = await lockChangeableDevice(transaction, caller, id)
    const before = await findPrices(transaction, id)
    assertVersion(version, changeableFacts(before))
    assertFitsLink(await findLinkedBy(transaction, id), device.coin_type, termsOf(list))
    await assertKnownZones(transaction, [{ path: ['time_zone'], prices: list }])
    await transaction
      .updateTable('devices')
      .set({ ...storedPrices(list), updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    const after = await findPrices(transaction, id)
    await recordEvent(transaction, caller, 'device_prices_changed', subjectOf(device), {
      prices: `${describePrices(before)} → ${describePrices(after)}`,
    })
    return after
  })
}

interface Row {
  at: Date
  time_zone: string | null
  place_time_zone: string | null
  offers: Offer[]
  changes_at: Date | null
  next: Offer[] | null
}

/**
 * Returns the offers at a moment, and the time of their next change: on a quarter of an hour, as all times of a list
 * and all time zone offsets are.
 * @throws Refusal device_not_found
 */
export async function offersOf(
  database: Database,
  caller: Caller,
  id: string,
  moment: string | undefined,
): Promise<Row> {
  await findDevice(database, caller, id)
  const at = moment === undefined ? sql`now()` : sql`${moment}::timestamptz`
  const offersThen = (then: typeof at) =>
    sql`offers_at(price_list, price, duration_minutes, ${then})`
  const { rows } = await sql<Row>`
    with asked as materialized (
      select ${at} as at, price_list, price, duration_minutes, ${timeZoneOf()} as place_time_zone,
        case when price_list is null then jsonb_build_array(jsonb_build_object('programme', null,
          'duration_minutes', duration_minutes, 'price', price, 'usual_price', price))
        else ${offersThen(at)} end as offers
      from devices where id = ${id}
    )
    select at, price_list ->> 'time_zone' as time_zone, place_time_zone, offers, moment as changes_at, next
    from asked left join lateral (
      select moment, next
      from generate_series(
          date_bin(interval '15 minutes', at, '2000-01-01Z') + interval '15 minutes',
          at + make_interval(hours => ${sql.lit(limits.priceHoursAhead)}), interval '15 minutes') as moment
        cross join lateral (select ${offersThen(sql`moment`)} as next) as later
      where price_list is not null and next <> offers
      order by moment limit 1
    ) as change on true`.execute(database)
  return rows[0] as Row
}
