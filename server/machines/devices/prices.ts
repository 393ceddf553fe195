import { isDeepStrictEqual } from 'node:util'
import type { Offer, PriceList, PriceListBody } from '@coinless/contract/device-prices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { fromMinor, type NumericText, toMinor } from '@coinless/contract/money.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { refuseUnknownZone } from '../../platform/refusals/unknown-zone.ts'

/** On `devices`: current offers; null: the price and duration of the device, at all times. */
export const offersNow = sql<Offer[] | null>`case when devices.price_list is not null
  then offers_at(devices.price_list, devices.price, devices.duration_minutes, now()) end`

/** On `devices`: current offer of a programme; null: no programme of that name, or no list at all. */
export function offerNow(programme: string | null | undefined | RawBuilder<string | null>) {
  return sql<Offer | null>`case when price_list is not null
    then offer_at(price_list, price, duration_minutes, ${programme ?? null}::text, now()) end`
}

/** On `devices`: facts on a sticker about all that the device offers at any time. */
export const priceFacts = [
  sql<number>`coalesce(jsonb_array_length(price_list -> 'programmes'), 1)`.as('programmes'),
  sql<NumericText>`least(price, (
  select min(value::numeric) from (
    select jsonb_path_query(price_list, '$.programmes[1 to last].price')
    union all select jsonb_path_query(price_list, '$.times[*].prices[*] ? (@ != null)')
  ) as each (value)
))`.as('lowest_price'),
  sql<boolean>`price_list is null`.as('has_one_price'),
] as const

interface Offered {
  price: number | NumericText
  duration_minutes: number
  offers: readonly Offer[] | null
}

/** @returns undefined if the device offers no programme of that name */
export function chosenOffer(
  { price, duration_minutes, offers }: Offered,
  programme: string | null | undefined,
) {
  if (offers) return offers.find((each) => !programme || each.programme === programme)
  return programme ? undefined : { programme: null, price, duration_minutes }
}

interface Priced {
  price: number | NumericText
  duration_minutes: number
  price_list: PriceList | null
}

/** All prices of a device. The first programme has the device's own price and duration. */
export function priceListOf({ price, duration_minutes, price_list: list }: Priced): PriceList {
  const own = { duration_minutes, price: fromMinor(toMinor(price)) }
  if (!list) {
    return { time_zone: null, programmes: [{ name: null, ...own }], times: [], planned: [] }
  }
  const [first, ...others] = list.programmes
  const programmes = [{ name: first?.name ?? null, ...own }, ...others]
  return { ...list, programmes }
}

export async function findPrices(database: Database, id: string): Promise<PriceList> {
  const device = await database
    .selectFrom('devices')
    .select(['price', 'duration_minutes', 'price_list'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return priceListOf(device)
}

/** Columns of a device with these prices: a single offer needs no list. The minimum never exceeds the duration. */
export function storedPrices(list: PriceListBody | PriceList) {
  const [{ price, duration_minutes } = { price: 0, duration_minutes: 1 }] = list.programmes
  return {
    price,
    duration_minutes,
    minimum_duration_minutes: minimumWithin(sql`${duration_minutes}::integer`),
    price_list: storedList(list),
  }
}

export function hasPrices({ price_list }: Priced, list: PriceListBody | null): boolean {
  const wanted = storedList(list)
  const own = { price: 0, duration_minutes: 1 }
  return isDeepStrictEqual(
    priceListOf({ ...own, price_list }),
    priceListOf({ ...own, price_list: wanted && JSON.parse(wanted) }),
  )
}

interface NamedZone {
  /** Path in the request. */
  path: (string | number)[]
  prices: PriceListBody
}

/** @throws InvalidInput if PostgreSQL does not know a time zone */
export async function assertKnownZones(
  database: Database,
  named: readonly NamedZone[],
): Promise<void> {
  const pathOf = new Map(named.map(({ path, prices }) => [prices.time_zone, path]))
  for (const [zone, path] of pathOf) {
    await sql`select now() at time zone ${zone}::text`
      .execute(database)
      .catch((error) => refuseUnknownZone(error, path))
  }
}

export function storedList(list: PriceListBody | PriceList | null | undefined): string | null {
  if (!list) return null
  const { programmes, times, planned } = list
  const isPlain = programmes.length + times.length + planned.length === 1
  const inOrder = planned.toSorted((one, other) => (one.from < other.from ? -1 : 1))
  return isPlain ? null : JSON.stringify({ ...list, planned: inOrder })
}

/** On `devices`: minimum up to the duration; a device without a minimum gets none. */
function minimumWithin(duration: RawBuilder<unknown>) {
  return sql<number | null>`case when minimum_duration_minutes > ${duration}
    then ${duration} else minimum_duration_minutes end`
}

const day = 'YYYY-MM-DD'
/** On `devices`. The index knows only days, and no time zone is further ahead than UTC+14. */
const isDue = sql<SqlBool>`price_list #>> '{planned,0,from}' <= to_char(now() at time zone 'UTC' + interval '14 hours', ${sql.lit(day)})
  and price_list #>> '{planned,0,from}' <= to_char(now() at time zone (price_list ->> 'time_zone'), ${sql.lit(day)})`

/**
 * Makes planned prices that are due the current prices of devices, so that readers and changes see them. Payments do
 * not need this: see offers_at.
 * @param ids of devices that are already locked; without them, some of all devices
 * @returns ids of the devices that were due
 */
export async function settlePlannedPrices(
  database: Database,
  ids?: readonly string[],
): Promise<string[]> {
  const some = sql`(select id from devices where ${isDue} limit ${sql.lit(limits.plannedAtOnce)} for no key update skip locked)`
  const { rows } = await sql<{ id: string }>`
    with due as (
      select id, price_list ->> 'time_zone' as zone, price_list -> 'planned' as planned
      from devices
      where ${ids ? sql`id = any(${ids}::uuid[]) and ${isDue}` : sql`id in ${some}`}
    ),
    list as (
      select id, zone, (
          select each from jsonb_array_elements(planned) as each
          where each ->> 'from' <= to_char(now() at time zone zone, ${sql.lit(day)})
          order by each ->> 'from' desc limit 1
        ) as counts, (
          select coalesce(jsonb_agg(each order by each ->> 'from'), '[]')
          from jsonb_array_elements(planned) as each
          where each ->> 'from' > to_char(now() at time zone zone, ${sql.lit(day)})
        ) as later
      from due
    )
    update devices set price = (counts #>> '{programmes,0,price}')::numeric,
      duration_minutes = (counts #>> '{programmes,0,duration_minutes}')::integer,
      minimum_duration_minutes = ${minimumWithin(sql`(counts #>> '{programmes,0,duration_minutes}')::integer`)},
      price_list = case
        when jsonb_array_length(counts -> 'programmes') > 1 or jsonb_array_length(counts -> 'times') > 0
          or jsonb_array_length(later) > 0
        then counts - 'from' || jsonb_build_object('time_zone', zone, 'planned', later)
      end,
      updated_at = now()
    from list where devices.id = list.id
    returning devices.id`.execute(database)
  return rows.map(({ id }) => id)
}
