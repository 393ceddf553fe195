import { type DeviceType, deviceTypes } from '@coinless/contract/choices.ts'
import { type Caller, isAdmin } from '@coinless/contract/permissions.ts'
import { RoomRules } from '@coinless/contract/rooms.ts'
import { type SqlBool, sql } from 'kysely'
import { lockSession } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { assertVersion } from '../../http/routing/version.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { differences, recordEvent } from '../../sessions/audit/audit.ts'
import { findRoom } from './rooms.ts'

const ruleColumns = columns(RoomRules)

/** On `rooms`: the caller is its landlord, or an admin. */
export function isLandlord(caller: Caller) {
  if (isAdmin(caller)) return sql<SqlBool>`true`
  return sql<SqlBool>`(rooms.landlord_email = ${caller.email} and (${caller.email_verified} or exists (
    select from devices where room_id = rooms.id and owner_id = ${caller.id} and deleted_at is null
  )))`
}

/** Whether the caller can change the rules of a room. */
export async function isOwnRoom(database: Database, caller: Caller, id: string): Promise<boolean> {
  const room = await database
    .selectFrom('rooms')
    .select('id')
    .where('id', '=', id)
    .where(isLandlord(caller))
    .executeTakeFirst()
  return room !== undefined
}

/** @throws Refusal sticker_not_found, not_yours */
export async function findOwnRoom(database: Database, caller: Caller, number: string) {
  const room = await findRoom(database, number)
  if (!(await isOwnRoom(database, caller, room.id))) throw new Refusal('not_yours')
  return room
}

function inOrder(types: readonly DeviceType[]) {
  return deviceTypes.filter((type) => types.includes(type))
}

/** What a change replaces, in one order. */
export function changeableFacts(rules: RoomRules) {
  const { queue_types, hold_types, turn_minutes, hold_minutes, pause_minutes } = rules
  return [queue_types, hold_types, turn_minutes, hold_minutes, pause_minutes]
}

function inWords({ queue_types, hold_types, ...minutes }: RoomRules) {
  const listed = (types: DeviceType[]) => types.join(', ') || null
  return { ...minutes, queue_types: listed(queue_types), hold_types: listed(hold_types) }
}

/** @throws Refusal sticker_not_found, not_yours */
export async function roomRules(database: Database, caller: Caller, number: string) {
  const { id } = await findRoom(database, number)
  const rules = await database
    .selectFrom('rooms')
    .select(ruleColumns)
    .where('id', '=', id)
    .where(isLandlord(caller))
    .executeTakeFirst()
  if (!rules) throw new Refusal('not_yours')
  return rules
}

/**
 * Queues and holds that the rules no longer allow end within a second.
 * @throws Refusal sticker_not_found, not_yours, changed_meanwhile, session_expired
 */
export async function setRoomRules(
  database: Database,
  caller: SignedInCaller,
  number: string,
  given: RoomRules,
  version?: string,
) {
  const rules = {
    ...given,
    queue_types: inOrder(given.queue_types),
    hold_types: inOrder(given.hold_types),
  }
  return database.transaction().execute(async (transaction) => {
    await lockSession(transaction, caller)
    const room = await findRoom(transaction, number)
    const before = await transaction
      .selectFrom('rooms')
      .select(ruleColumns)
      .where('id', '=', room.id)
      .where(isLandlord(caller))
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new Refusal('not_yours')
    assertVersion(version, changeableFacts(before))
    const changes = differences(inWords(before), inWords(rules), ruleColumns)
    if (Object.keys(changes).length > 0) {
      await transaction.updateTable('rooms').set(rules).where('id', '=', room.id).execute()
      await recordEvent(
        transaction,
        caller,
        'room_rules_changed',
        { id: room.id, name: room.location },
        changes,
      )
    }
    return { id: room.id, rules }
  })
}
