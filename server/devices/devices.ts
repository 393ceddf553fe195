import {
  Device,
  type DeviceBody,
  deviceDefaults,
  type devices,
} from '@coinless/contract/devices.ts'
import { may, type Person } from '@coinless/contract/permissions.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { columns } from '../database/columns.ts'
import type { Database } from '../database/connection.ts'
import { contains, equals, listPage } from '../database/list.ts'
import { Refusal } from '../http/refusal.ts'
import { visibleDevice } from '../policy.ts'

const deviceColumns = columns(Device)

export async function listDevices(
  database: Database,
  person: Person,
  query: z.output<typeof devices.list.query>,
) {
  const { search, device_type, status } = query
  return listPage(
    database
      .selectFrom('devices')
      .select(deviceColumns)
      .where(visibleDevice(person))
      .where(contains(['device_number', 'device_name', 'label', 'location'], search))
      .where(equals('device_type', device_type))
      .where(equals('status', status)),
    query,
  )
}

/** @throws Refusal device_not_found when there is none that this person may see. */
export async function findDevice(database: Database, person: Person, id: string) {
  const device = await database
    .selectFrom('devices')
    .select(deviceColumns)
    .where('id', '=', id)
    .where(visibleDevice(person))
    .executeTakeFirst()
  if (!device) throw new Refusal('device_not_found')
  return device
}

async function findChangeableDevice(database: Database, person: Person, id: string) {
  const device = await findDevice(database, person, id)
  if (!may(person, 'change device', device)) throw new Refusal('not_yours')
  return device
}

export async function createDevice(database: Database, person: Person, body: DeviceBody) {
  return database
    .insertInto('devices')
    .values({
      ...body,
      minimum_duration_minutes:
        body.minimum_duration_minutes === undefined
          ? deviceDefaults.minimum_duration_minutes
          : body.minimum_duration_minutes,
      owner_id: person.id,
    })
    .returning(deviceColumns)
    .executeTakeFirstOrThrow()
}

export async function updateDevice(
  database: Database,
  person: Person,
  id: string,
  body: DeviceBody,
) {
  await findChangeableDevice(database, person, id)
  const updated = await database
    .updateTable('devices')
    .set({ ...body, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(deviceColumns)
    .executeTakeFirst()
  if (!updated) throw new Refusal('device_not_found')
  return updated
}

/** Hides the device everywhere; its transactions stay. */
export async function deleteDevice(database: Database, person: Person, id: string): Promise<void> {
  await findChangeableDevice(database, person, id)
  await database
    .updateTable('devices')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}
