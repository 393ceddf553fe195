import type { ControllerEventKind } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import type { Database } from '../../platform/database/connection.ts'
import { isWithin, seconds } from '../../platform/database/due.ts'

export interface ControllerNote {
  controllerId: string
  kind: ControllerEventKind
  /** Short reason; never a credential. */
  detail?: string | undefined
  /** For `disconnected`: when it connected. A connection that began later stays. */
  since?: Date | undefined
}

/**
 * Records a connection change or notable message of a controller: keeps the newest ones, and limits them per minute.
 * `connected` and `disconnected` also set since when it is connected; `replaced` by a newer connection does not.
 * Notifies followers of the controller of every event, and followers of its devices of those two.
 * @returns since when it is `connected`
 */
export async function noteOfController(
  server: Pick<Server, 'database' | 'changes'>,
  note: ControllerNote,
): Promise<Date | undefined> {
  const [connectedAt] = await noteOfControllers(server, [note])
  return connectedAt
}

/**
 * The same for many in one transaction.
 * @param notes of different controllers
 */
export async function noteOfControllers(
  { database, changes }: Pick<Server, 'database' | 'changes'>,
  notes: readonly ControllerNote[],
): Promise<(Date | undefined)[]> {
  const { connected, deviceIds } = await database.transaction().execute(async (transaction) => {
    await lockPresence(transaction, notes)
    const connected = await setConnected(transaction, ofKind(notes, 'connected'))
    await setDisconnected(transaction, ofKind(notes, 'disconnected'))
    await writeEvents(transaction, notes)
    const moved = [...ofKind(notes, 'connected'), ...ofKind(notes, 'disconnected')]
    return { connected, deviceIds: await devicesOf(transaction, moved) }
  })
  for (const { controllerId } of notes) changes.publish({ controllerId })
  for (const deviceId of deviceIds) changes.publish({ deviceId })
  return notes.map(({ controllerId }) => connected.get(controllerId))
}

function ofKind(notes: readonly ControllerNote[], kind: ControllerEventKind) {
  return notes.filter((note) => note.kind === kind)
}

function idsOf(notes: readonly ControllerNote[]): string[] {
  return notes.map(({ controllerId }) => controllerId)
}

/** Locks in order of id, because two servers may write about the same controllers. */
async function lockPresence(transaction: Database, notes: readonly ControllerNote[]) {
  await sql`select from controller_presence where controller_id = any(${idsOf(notes)}::uuid[])
    order by controller_id for no key update`.execute(transaction)
}

/** Truncates to milliseconds, because callers pass the time back. */
async function setConnected(transaction: Database, notes: readonly ControllerNote[]) {
  if (notes.length === 0) return new Map<string, Date>()
  const { rows } = await sql<{ controller_id: string; connected_at: Date }>`
    insert into controller_presence (controller_id, heard_at, connected_at)
    select id, at, at
    from controllers, date_trunc('milliseconds', clock_timestamp()) as at
    where id = any(${idsOf(notes)}::uuid[]) order by id
    on conflict (controller_id) do update
      set heard_at = excluded.heard_at, connected_at = excluded.connected_at
    returning controller_id, connected_at`.execute(transaction)
  return new Map(rows.map(({ controller_id, connected_at }) => [controller_id, connected_at]))
}

async function setDisconnected(transaction: Database, notes: readonly ControllerNote[]) {
  if (notes.length === 0) return
  const since = notes.map((note) => note.since ?? null)
  await sql`update controller_presence set connected_at = null
    from unnest(${idsOf(notes)}::uuid[], ${since}::timestamptz[]) as ended (id, since)
    where controller_id = ended.id and connected_at = coalesce(ended.since, connected_at)
  `.execute(transaction)
}

async function writeEvents(transaction: Database, notes: readonly ControllerNote[]) {
  const ids = idsOf(notes)
  const kinds = notes.map(({ kind }) => kind)
  const details = notes.map(({ detail = '' }) => detail.slice(0, limits.controllerEventMax))
  await sql`
    with written as (
      insert into controller_events (controller_id, kind, detail)
      select note.id, kind, detail
      from unnest(${ids}::uuid[], ${kinds}::text[], ${details}::text[]) as note (id, kind, detail)
        join controllers on controllers.id = note.id
      where (
        select count(*) from controller_events
        where controller_id = note.id
          and ${isWithin(sql`created_at`, seconds(60))}
      ) < ${limits.controllerEventsAMinute}
    )
    delete from controller_events where id in (
      select old.id
      from unnest(${ids}::uuid[]) as note (id) cross join lateral (
        select id from controller_events where controller_id = note.id
        order by created_at desc, id desc offset ${limits.controllerEvents - 1}
      ) as old
    )`.execute(transaction)
}

async function devicesOf(database: Database, notes: readonly ControllerNote[]): Promise<string[]> {
  if (notes.length === 0) return []
  const rows = await database
    .selectFrom('device_links')
    .select('device_id')
    .where('controller_id', 'in', idsOf(notes))
    .execute()
  return rows.map(({ device_id }) => device_id)
}
