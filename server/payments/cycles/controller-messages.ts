import { type Selectable, sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import { noteOfController } from '../../machines/controllers/events.ts'
import { refusedStart } from '../../machines/controllers/recent-events.ts'
import { preparedStatement } from '../../platform/database/client.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { ControllerMessage } from '../../platform/messaging/controller-connections.ts'
import { askedAt, startDigits } from '../../platform/messaging/question-id.ts'
import { advance } from './advance.ts'
import type { EventAt } from './advance-in.ts'
import { reportOf } from './messages.ts'
import { blockedBy } from './ready.ts'

type Answer = Extract<ControllerMessage, { type: 'answer' }>
type State = Extract<ControllerMessage, { type: 'state' }>
type Blocked = ReturnType<typeof blockedBy>

/** Applies controller messages to the cycles that they concern. */
export function handleControllerMessages(server: Server): void {
  const { connections } = server
  connections.onMessage((controllerId, message) =>
    connections.inTurn(() =>
      message.type === 'answer'
        ? answered(server, controllerId, message)
        : reported(server, controllerId, message),
    ),
  )
}

/**
 * Starts of other controllers and the owner's tests are not cycles of this one. A start that was not carried out is
 * recorded once for the owner.
 */
async function answered(server: Server, controllerId: string, answer: Answer) {
  const start = await server.database
    .selectFrom('starts')
    .select(['cycle_id', 'number'])
    .where('id', '=', answer.id)
    .where('controller_id', '=', controllerId)
    .where('channel', '=', answer.channel)
    .executeTakeFirst()
  if (!start) return
  if (start.cycle_id) await goOn(server, start.cycle_id, start.number as 1 | 2, answer)
  if (answer.result === 'accepted' || answer.duplicate) return
  const detail = refusedStart(answer.result, answer.id)
  await noteOfController(server, { controllerId, kind: 'refused', detail })
}

async function goOn(server: Server, cycleId: string, number: 1 | 2, answer: Answer) {
  await advance(server, cycleId, (at) => ({
    kind: 'answered',
    at,
    start: number,
    answer: answer.result,
    boot: answer.boot_id,
  }))
}

/** An ended cycle is asked about for a while; another may have begun on its channel since. */
const lastStarts = 3

/** The cycle open on the channel, the cycles whose starts the message names, and the one that was asked about. */
async function reported(server: Server, controllerId: string, state: State) {
  const event: EventAt = (at, known) => reportOf(state, at, known)
  const { link, cycle_ids } = await concernedBy(server, controllerId, state)
  let isOpen = false
  for (const id of cycle_ids) {
    const step = await advance(server, id, event)
    if (step && !('reason' in step.cycle)) isOpen = true
  }
  if (link) await keepHeard(server, link, isOpen ? null : blockedBy(state, link))
}

type HeardLink = Pick<
  Selectable<Tables['device_links']>,
  'id' | 'device_id' | 'switching' | 'evidence' | 'watts_mark' | 'blocked_by'
> & { unresponsive_since: string | null }

async function concernedBy({ database }: Server, controllerId: string, state: State) {
  const named = [state.start, state.entry?.start].filter((id) => id != null)
  const ofChannel = sql`controller_id = ${controllerId} and channel = ${state.channel}`
  const parts = [
    sql`select cycles.id from device_links join cycles on open_link_id = device_links.id
      where ${ofChannel}`,
  ]
  if (named.length > 0) {
    parts.push(sql`select cycle_id from starts
      where id = any (${named}::uuid[]) and ${ofChannel} and cycle_id is not null`)
  }
  if (askedAt(state.question) !== null) {
    // Controllers without a journal, or without the start, name none.
    parts.push(sql`select cycle_id
      from (
        select id, cycle_id from starts where ${ofChannel} order by created_at desc limit ${lastStarts}
      ) as lately
      where right(id::text, ${startDigits}) = right(${state.question}, ${startDigits})
        and cycle_id is not null`)
  }
  if (state.question === null && (state.busy || state.watts)) {
    // Coins from an earlier payment may have started it, and not every controller names their start.
    parts.push(sql`select cycle_id
      from (
        select cycle_id from starts where ${ofChannel} order by created_at desc limit 1
      ) as last
      where cycle_id is not null`)
  }
  const { rows } = await sql<{ link: HeardLink | null; cycle_ids: string[] }>`${preparedStatement}
    select (select to_jsonb(device_links) from device_links where ${ofChannel}) as link,
      array(${sql.join(parts, sql` union `)}) as cycle_ids`.execute(database)
  return rows[0] as (typeof rows)[number]
}

/** It answered, so it is no longer silent. Screens show what a payment would get. */
async function keepHeard({ database, changes }: Server, link: HeardLink, blocked: Blocked) {
  if (link.unresponsive_since === null && link.blocked_by === blocked) return
  await database
    .updateTable('device_links')
    .set({
      unresponsive_since: null,
      blocked_by: blocked,
      blocked_since: blocked && sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', link.id)
    .execute()
  changes.publish({ deviceId: link.device_id })
}
