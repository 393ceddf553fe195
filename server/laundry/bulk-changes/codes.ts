import { isAdmin, may } from '@coinless/contract/permissions.ts'
import { sql } from 'kysely'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Database } from '../../platform/database/connection.ts'
import { visibleCode } from '../../platform/policy/policy.ts'
import { eventOf } from '../../sessions/audit/audit.ts'
import type { Changeable } from './changeable.ts'

export const manyCodes: Changeable<Awaited<ReturnType<typeof findCodes>>[number]> = {
  nameColumn: 'code',

  ownersOf: async () => [],

  find: findCodes,

  /** Only an admin may enable a code that was issued as admin. */
  obstacleOf: (caller, { code }, { disabled }) => {
    if (!may(caller, 'change prepaid code', code)) return 'not_yours'
    const isEnabled = disabled === 'false'
    return isEnabled && code.issued_as_admin && !isAdmin(caller) ? 'admin_only' : undefined
  },

  change: async (transaction, caller, rows) => {
    const values = JSON.stringify(rows.map(({ row, set }) => ({ id: row.id, ...set })))
    await sql`update prepaid_codes set disabled = new.disabled
      from jsonb_to_recordset(${values}::jsonb) as new (id uuid, disabled boolean)
      where prepaid_codes.id = new.id`.execute(transaction)
    const after = await findCodes(
      transaction,
      caller,
      rows.map(({ row }) => row.id),
    )
    const events = after.map(({ id, code }) =>
      eventOf(caller, code.disabled ? 'code_disabled' : 'code_enabled', { id }),
    )
    if (events.length > 0) await transaction.insertInto('audit_events').values(events).execute()
    return after
  },
}

async function findCodes(
  transaction: Database,
  caller: SignedInCaller,
  ids: readonly string[],
  { isLocked } = { isLocked: false },
) {
  const found = await transaction
    .selectFrom('prepaid_codes')
    .select(['id', 'user_id', 'disabled', 'issued_as_admin'])
    .where('id', 'in', [...ids])
    .where(visibleCode(caller))
    .orderBy('id')
    .$if(isLocked, (query) => query.forUpdate())
    .execute()
  return found.map((code) => ({
    id: code.id,
    code,
    facts: [code.disabled],
    values: { disabled: String(code.disabled) },
  }))
}
