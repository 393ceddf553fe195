import type { CardSettings } from '@coinless/contract/payments.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import { visibleDevice } from '../../platform/policy/policy.ts'

/** What a form needs to pay at a device. With a controller, the card is held first. */
export async function cardSettingsFor(
  { database, cardProcessor: { settings } }: Server,
  caller: Caller,
  deviceId: string | undefined,
): Promise<CardSettings> {
  if (deviceId === undefined) return settings
  const { rows } = await sql`select from devices join device_links on device_id = devices.id
    where devices.id = ${deviceId} and ${visibleDevice(caller)}`.execute(database)
  return rows.length > 0 ? { ...settings, capture: 'manual' } : settings
}
