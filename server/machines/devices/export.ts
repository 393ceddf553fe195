import { devices } from '@coinless/contract/devices.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { priceText } from '@coinless/contract/price-text.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { allRows } from '../../http/lists/all-rows.ts'
import { equals, indexedContains } from '../../http/lists/list.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { priceListOf } from './prices.ts'

const storedColumns = [...columns(devices.update.body), 'sticker_number', 'created_at'] as const

/** Fields of a new device, then those that it received, so that the file can be imported. */
export const deviceFile = {
  name: 'devices',
  columns: [...storedColumns, 'prices'],
  amounts: ['price'],
}

/** Devices that the caller owns: those that an import would create. */
export function selectOwnDevices(
  database: Database,
  caller: Caller,
  { search, device_type, status }: z.output<typeof devices.export.query>,
) {
  return database
    .selectFrom('devices')
    .where('owner_id', '=', caller.id)
    .where('deleted_at', 'is', null)
    .where(equals('device_type', device_type))
    .where(equals('status', status))
    .$if(!!search, (query) =>
      query.where(indexedContains([{ column: 'search_text' }], search ?? '')),
    )
}

/** Rows of the file, for any devices. */
export async function* deviceFileRows(query: ReturnType<typeof selectOwnDevices>) {
  const rows = allRows(query.select(['id', 'price_list', ...storedColumns]), [sql`true`])
  for await (const row of rows) {
    yield { ...row, prices: row.price_list && priceText(priceListOf(row)) }
  }
}
