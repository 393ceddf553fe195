import type { devices } from '@coinless/contract/devices.ts'
import { Sticker } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import type { SelectQueryBuilder } from 'kysely'
import type { z } from 'zod'
import { equals, indexedContains } from '../../http/lists/list.ts'
import { preparedStatement } from '../../platform/database/client.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { changeableDevice, visibleDevice } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { deviceColumns } from './devices.ts'
import { priceFacts } from './prices.ts'

/**
 * Finds the same devices as by id: unknown, deleted and hidden devices get the same refusal.
 * @throws Refusal sticker_not_found
 */
export async function findBySticker(database: Database, caller: Caller, sticker_number: string) {
  const device = await database
    .selectFrom('devices')
    .modifyFront(preparedStatement)
    .select(deviceColumns)
    .where('sticker_number', '=', sticker_number)
    .where(visibleDevice(caller))
    .executeTakeFirst()
  if (!device) throw new Refusal('sticker_not_found')
  return device
}

/** @throws Refusal too_many_stickers */
export async function listStickers(
  database: Database,
  caller: Caller,
  { id, search, device_type, status }: z.output<typeof devices.stickers.query>,
) {
  const found = database
    .selectFrom('devices')
    .where(changeableDevice(caller))
    .where(equals('id', id))
    .where(equals('device_type', device_type))
    .where(equals('status', status))
    .$if(!!search, (query) =>
      query.where(indexedContains([{ column: 'search_text' }], search ?? '')),
    )
  return stickersOf(found)
}

/** @throws Refusal too_many_stickers */
export async function stickersOf(found: SelectQueryBuilder<Tables, 'devices', object>) {
  const stickers = await found
    .select(columns(Sticker.omit({ programmes: true, lowest_price: true, has_one_price: true })))
    .select(priceFacts)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.stickers + 1)
    .execute()
  if (stickers.length > limits.stickers) throw new Refusal('too_many_stickers')
  return stickers
}
