import type { ControllerEventKind } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { Server } from '../calls/server.ts'
import type { Database } from '../database/connection.ts'

/**
 * Writes down for people what became of a controller's connection, or what it said that is worth a look:
 * the newest of each are kept, and a flood writes no flood. `connected` and `disconnected` also set since
 * when it is connected; a line that a newer one has taken the place of is `replaced`, and changes nothing of that.
 * Whoever follows it is told of all, and whoever follows its devices of those two.
 * @param detail a few words of the reason; never a credential
 * @param since of what is `disconnected`: when it connected. A connection that began later goes on.
 * @returns since when it is `connected`
 */
export async function noteOfController(
  { database, changes }: Pick<Server, 'database' | 'changes'>,
  controllerId: string,
  kind: ControllerEventKind,
  detail = '',
  since?: Date,
): Promise<Date | undefined> {
  const connectedAt = kind === 'connected' ? await setConnected(database, controllerId) : undefined
  if (kind === 'disconnected') await setDisconnected(database, controllerId, since)
  await sql`
    with written as (
      insert into controller_events (controller_id, kind, detail)
      select ${controllerId}::uuid, ${kind}, ${detail.slice(0, limits.controllerEventMax)}
      where (
        select count(*) from controller_events
        where controller_id = ${controllerId}
          and created_at between now() - interval '1 minute' and clock_timestamp()
      ) < ${limits.controllerEventsAMinute}
    )
    delete from controller_events where id in (
      select id from controller_events where controller_id = ${controllerId}
      order by created_at desc, id desc offset ${limits.controllerEvents - 1}
    )`.execute(database)
  changes.tell({ controllerId })
  if (kind === 'connected' || kind === 'disconnected') {
    for (const deviceId of await devicesOf(database, controllerId)) changes.tell({ deviceId })
  }
  return connectedAt
}

async function devicesOf(database: Database, controllerId: string): Promise<string[]> {
  const rows = await database
    .selectFrom('device_links')
    .select('device_id')
    .where('controller_id', '=', controllerId)
    .execute()
  return rows.map(({ device_id }) => device_id)
}

/** In milliseconds, as it is told again. */
async function setConnected(database: Database, controller_id: string): Promise<Date> {
  const now = sql<Date>`date_trunc('milliseconds', clock_timestamp())`
  const { connected_at } = await database
    .insertInto('controller_presence')
    .values({ controller_id, heard_at: now, connected_at: now })
    .onConflict((conflict) =>
      conflict.column('controller_id').doUpdateSet({ heard_at: now, connected_at: now }),
    )
    .returning(sql<Date>`connected_at`.as('connected_at'))
    .executeTakeFirstOrThrow()
  return connected_at
}

async function setDisconnected(database: Database, controllerId: string, since?: Date) {
  const ended = database
    .updateTable('controller_presence')
    .set({ connected_at: null })
    .where('controller_id', '=', controllerId)
  await (since ? ended.where('connected_at', '=', since) : ended).execute()
}
