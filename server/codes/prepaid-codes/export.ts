import type { Caller } from '@coinless/contract/permissions.ts'
import type { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { allRows } from '../../http/lists/all-rows.ts'
import { equals } from '../../http/lists/list.ts'
import type { Database } from '../../platform/database/connection.ts'

/** The file can be imported: the balance left becomes the initial balance. */
export const codeFile = {
  name: 'prepaid-codes',
  columns: [
    'code',
    'balance',
    'remaining_balance',
    'customer_name',
    'customer_email',
    'phone_number',
    'location',
    'tag',
    'landlord_email',
    'disabled',
    'expires_at',
    'created_at',
  ] as const,
  amounts: ['balance', 'remaining_balance'],
}

/** Codes of an issuer, as their import would create them. */
export function selectOwnCodes(
  database: Database,
  caller: Caller,
  { disabled }: z.output<typeof prepaidCodes.export.query>,
) {
  return database
    .selectFrom('prepaid_codes')
    .where('user_id', '=', caller.id)
    .where('deleted_at', 'is', null)
    .where(equals('disabled', disabled))
}

/** Rows of the file: enabled codes first, in index order. */
export function codeFileRows(query: ReturnType<typeof selectOwnCodes>) {
  return allRows(query.select(['id', ...codeFile.columns]), [sql`not disabled`, sql`disabled`])
}
