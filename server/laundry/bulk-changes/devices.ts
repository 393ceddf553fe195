import { devices } from '@coinless/contract/devices.ts'
import { plainAmount } from '@coinless/contract/money.ts'
import { isAdmin, may } from '@coinless/contract/permissions.ts'
import { sql } from 'kysely'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { changeableFacts, deviceColumns, subjectOf } from '../../machines/devices/devices.ts'
import { linkedBy, obstacleToTerms, termsOf } from '../../machines/devices/fits-link.ts'
import { priceListOf, storedPrices } from '../../machines/devices/prices.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { visibleDevice } from '../../platform/policy/policy.ts'
import { differences, eventOf } from '../../sessions/audit/audit.ts'
import type { Changeable } from './changeable.ts'

const changed = columns(devices.update.body)

export const manyDevices: Changeable<Awaited<ReturnType<typeof findDevices>>[number]> = {
  nameColumn: "device_number || ' ' || label",

  ownersOf: async (transaction, ids) => {
    const owners = await transaction
      .selectFrom('devices')
      .select('owner_id')
      .distinct()
      .where('id', 'in', [...ids])
      .execute()
    return owners.map(({ owner_id }) => owner_id)
  },

  find: findDevices,

  obstacleOf: (caller, { device, linked }, set) => {
    if (!may(caller, 'change device', device)) return 'not_yours'
    const { duration_minutes = device.duration_minutes } = set
    const terms = set.prices
      ? termsOf(JSON.parse(set.prices))
      : {
          prices: set.price ? [Number(set.price)] : [],
          minutes: set.duration_minutes ? [Number(set.duration_minutes)] : [],
        }
    const obstacle = obstacleToTerms(linked, device.coin_type, terms)
    if (obstacle) return obstacle
    const isTooShort = Number(duration_minutes) < (device.minimum_duration_minutes ?? 0)
    return set.duration_minutes !== undefined && isTooShort ? 'minimum_above_duration' : undefined
  },

  change: async (transaction, caller, rows) => {
    const values = JSON.stringify(
      rows.map(({ row, set: { prices, minimum_duration_minutes: minimum, ...set } }) => ({
        id: row.id,
        ...set,
        ...(prices && pricesToSet(prices)),
        ...(minimum !== undefined && { minimum: minimum || null, has_minimum: true }),
      })),
    )
    await sql`
      update devices set price = coalesce(new.price, devices.price),
        duration_minutes = coalesce(new.duration_minutes, devices.duration_minutes),
        minimum_duration_minutes = case when new.has_minimum then new.minimum
          when new.has_prices and minimum_duration_minutes > new.duration_minutes
          then new.duration_minutes else minimum_duration_minutes end,
        price_list = case when new.has_prices then new.price_list else devices.price_list end,
        status = coalesce(new.status, devices.status),
        location = coalesce(new.location, devices.location),
        saved_as_admin = case when owner_id = ${caller.id} and ${!caller.acting} then ${isAdmin(caller)} else saved_as_admin end,
        updated_at = now()
      from jsonb_to_recordset(${values}::jsonb)
        as new (id uuid, price numeric, duration_minutes integer, status text, location text,
          has_prices boolean, price_list jsonb,
          has_minimum boolean, minimum integer)
      where devices.id = new.id`.execute(transaction)
    const after = await findDevices(
      transaction,
      caller,
      rows.map(({ row }) => row.id),
    )
    const before = new Map(rows.map(({ row }) => [row.id, row.device]))
    const events = after.map(({ id, device }) =>
      eventOf(
        caller,
        'device_changed',
        subjectOf(device),
        differences(before.get(id) ?? device, device, changed),
      ),
    )
    if (events.length > 0) await transaction.insertInto('audit_events').values(events).execute()
    return after
  },
}

function pricesToSet(prices: string) {
  const { price, duration_minutes, price_list } = storedPrices(JSON.parse(prices))
  const list = price_list === null ? null : JSON.parse(price_list)
  return { price, duration_minutes, price_list: list, has_prices: true }
}

async function findDevices(
  transaction: Database,
  caller: SignedInCaller,
  ids: readonly string[],
  { isLocked } = { isLocked: false },
) {
  const found = await transaction
    .selectFrom('devices')
    .select([...deviceColumns, 'price_list', linkedBy.as('linked_by')])
    .where('id', 'in', [...ids])
    .where(visibleDevice(caller))
    .orderBy('id')
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .execute()
  return found.map(({ linked_by, price_list, ...device }) => ({
    id: device.id,
    device,
    linked: linked_by,
    facts: [...changeableFacts(device), price_list],
    values: {
      prices: JSON.stringify(priceListOf({ ...device, price_list })),
      price: plainAmount(Number(device.price)),
      duration_minutes: String(device.duration_minutes),
      status: device.status,
      location: device.location,
      minimum_duration_minutes: String(device.minimum_duration_minutes ?? ''),
    },
    along: { prices: ['minimum_duration_minutes'] },
  }))
}
