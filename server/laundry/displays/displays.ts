import { randomUUID } from 'node:crypto'
import { guestName } from '@coinless/contract/choices.ts'
import { Display, displayPrefix, type displays } from '@coinless/contract/displays.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { IdempotencyKey } from '../../http/idempotency/idempotency-key.ts'
import { idempotentWith } from '../../http/idempotency/idempotent.ts'
import { lockOwnAccount, lockSession } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Server } from '../../http/request/server.ts'
import {
  credentialOfNew,
  hashOfCredential,
  refuseEnded,
} from '../../machines/controllers/credential.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { createUser } from '../../sessions/account/accounts.ts'
import { differences, recordEvent } from '../../sessions/audit/audit.ts'
import { findOwnRoom } from '../rooms/rules.ts'

const displayColumns = columns(Display)
const changeable = ['name', 'language', 'shows_people', 'takes_payments'] as const

/** @throws Refusal sticker_not_found, not_yours */
export async function listDisplays(database: Database, caller: Caller, number: string) {
  const { id } = await findOwnRoom(database, caller, number)
  const data = await database
    .selectFrom('displays')
    .select(displayColumns)
    .where('room_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return { data }
}

/**
 * A retry returns the secret of the first answer.
 * @throws Refusal sticker_not_found, not_yours, too_many_displays; display_not_found if it was revoked since
 */
export async function createDisplay(
  { config, database }: Pick<Server, 'config' | 'database'>,
  caller: SignedInCaller,
  number: string,
  { takes_payments, ...facts }: z.output<typeof displays.create.body>,
  idempotencyKey: IdempotencyKey | undefined,
) {
  const id = randomUUID()
  const secretOf = (displayId: string) =>
    `${displayPrefix}${credentialOfNew(displayId, idempotencyKey, config.jwtSecret)}`
  const secret = secretOf(id)
  const create = async (transaction: Database) => {
    await lockOwnAccount(transaction, caller)
    const room = await findOwnRoom(transaction, caller, number)
    await refuseTooMany(transaction, room.id)
    const made = await transaction
      .insertInto('displays')
      .values({
        ...{ id, room_id: room.id, user_id: caller.id },
        ...facts,
        payer_id: takes_payments ? await makePayer(transaction) : null,
        secret_hash: hashOfCredential(secret),
      })
      .returning(displayColumns)
      .executeTakeFirstOrThrow()
    await record(transaction, caller, 'display_created', made, { location: room.location })
    return made
  }
  const created = await idempotentWith(database, idempotencyKey, create, (made) => ({
    secret: made.id === id ? secret : secretOf(made.id),
  }))
  await refuseEnded(database, idempotencyKey, created, 'displays')
  return created
}

/** An account that only the payments at a display have. @returns its id */
async function makePayer(transaction: Database): Promise<string> {
  const id = randomUUID()
  const payer = { id, email: guestName + id, full_name: '', password_hash: '', is_guest: true }
  await createUser(transaction, { ...payer, user_type: 'tenant' })
  return id
}

/** Counts after the room is locked, so that concurrent calls respect the limit. */
async function refuseTooMany(transaction: Database, roomId: string): Promise<void> {
  await sql`select from rooms where id = ${roomId} for no key update`.execute(transaction)
  const { count } = await transaction
    .selectFrom('displays')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow()
  if (count >= limits.displaysOfRoom) throw new Refusal('too_many_displays')
}

/**
 * With payments turned off, payments already made there keep their account.
 * @throws Refusal sticker_not_found, not_yours, display_not_found
 */
export async function changeDisplay(
  database: Database,
  caller: SignedInCaller,
  { number, id }: { number: string; id: string },
  { takes_payments, ...facts }: z.output<typeof displays.change.body>,
) {
  return database.transaction().execute(async (transaction) => {
    await lockSession(transaction, caller)
    const room = await findOwnRoom(transaction, caller, number)
    const before = await transaction
      .selectFrom('displays')
      .select([...displayColumns, 'payer_id'])
      .where('id', '=', id)
      .where('room_id', '=', room.id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new Refusal('display_not_found')
    const { payer_id, ...known } = before
    const pays = takes_payments ?? known.takes_payments
    const display = await transaction
      .updateTable('displays')
      .set({ ...facts, payer_id: pays ? (payer_id ?? (await makePayer(transaction))) : null })
      .where('id', '=', id)
      .returning(displayColumns)
      .executeTakeFirstOrThrow()
    const changed = differences(known, display, changeable)
    if (Object.keys(changed).length > 0) {
      await record(transaction, caller, 'display_changed', display, {
        location: room.location,
        ...changed,
      })
    }
    return { roomId: room.id, display }
  })
}

/**
 * @returns id of the room
 * @throws Refusal sticker_not_found, not_yours, display_not_found
 */
export async function endDisplay(
  database: Database,
  caller: SignedInCaller,
  { number, id }: { number: string; id: string },
): Promise<string> {
  return database.transaction().execute(async (transaction) => {
    await lockSession(transaction, caller)
    const room = await findOwnRoom(transaction, caller, number)
    const ended = await transaction
      .deleteFrom('displays')
      .where('id', '=', id)
      .where('room_id', '=', room.id)
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (!ended) throw new Refusal('display_not_found')
    await record(transaction, caller, 'display_ended', ended, { location: room.location })
    return room.id
  })
}

function record(
  transaction: Database,
  caller: SignedInCaller,
  action: 'display_created' | 'display_changed' | 'display_ended',
  { id, name }: { id: string; name: string },
  details: Record<string, string>,
) {
  return recordEvent(transaction, caller, action, { id, name }, details)
}
