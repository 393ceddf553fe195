import { limits } from '@coinless/contract/limits.ts'
import { ScannedMachine } from '@coinless/contract/rooms.ts'
import { type SqlBool, sql } from 'kysely'
import type { Answer } from '../../http/request/answer.ts'
import { offersNow } from '../../machines/devices/prices.ts'
import { isAvailable, withDeviceState } from '../../payments/cycles/device-state.ts'
import { statesWhere } from '../../payments/cycles/shown.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { roomOfSticker } from './rooms.ts'

const facts = [
  ...columns(ScannedMachine.omit({ is_open: true, now: true, others: true, offers: true })),
  offersNow.as('offers'),
] as const

/**
 * Returns a machine to anyone who reads its sticker, also while it takes no payments.
 * @throws Refusal sticker_not_found if it is deleted, or no landlord or admin stands behind it
 */
export async function scannedMachine(
  database: Database,
  sticker_number: string,
): Promise<Answer<ScannedMachine>> {
  const machine = await database
    .selectFrom('devices')
    .select([...facts, 'id', 'is_open'])
    .where('sticker_number', '=', sticker_number)
    .where(sql<SqlBool>`is_publishable and deleted_at is null`)
    .executeTakeFirst()
  if (!machine) throw new Refusal('sticker_not_found')
  const { id, ...shown } = machine
  const [now] = await statesWhere(database, sql<SqlBool>`devices.id = ${id}`)
  if (!now) throw new Refusal('sticker_not_found')
  const isReady = now.state === 'free' || now.state === 'done'
  const isFree = shown.is_open && isReady && now.held_until === null
  return { ...shown, now, others: isFree ? [] : await availableBeside(database, machine) }
}

type Scanned = Pick<ScannedMachine, 'sticker_number' | 'device_type'> & { id: string }

function availableBeside(database: Database, { id, sticker_number, device_type }: Scanned) {
  const sameTypeFirst = sql`device_type = ${device_type} desc, device_number, id`
  const available = sql<string>`(select devices.id from (
    select * from devices
    where room_id = ${roomOfSticker(sticker_number)}
      and is_open and deleted_at is null and id <> ${id}
    order by ${sameTypeFirst} limit ${limits.roomDevices}
  ) as devices ${withDeviceState} where ${isAvailable})`
  return database
    .selectFrom('devices')
    .select(facts)
    .where('id', 'in', available)
    .orderBy(sameTypeFirst)
    .limit(limits.scannedOthers)
    .execute()
}
