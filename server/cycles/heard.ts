import type { Server } from '../calls/server.ts'
import type { Heard } from '../lines/lines.ts'
import { advance } from './advance.ts'
import type { EventAt } from './advance-in.ts'
import { reportOf } from './messages.ts'

type Answer = Extract<Heard, { type: 'answer' }>
type State = Extract<Heard, { type: 'state' }>

/** What controllers say goes on with the cycles that it is about. */
export function hearControllers(server: Server): void {
  server.lines.onHeard((controllerId, message) =>
    message.type === 'answer'
      ? answered(server, controllerId, message)
      : reported(server, controllerId, message),
  )
}

/** A start of another controller, or a test by the owner, is no cycle of this one. */
async function answered(server: Server, controllerId: string, answer: Answer) {
  const start = await server.database
    .selectFrom('starts')
    .select(['cycle_id', 'number'])
    .where('id', '=', answer.id)
    .where('controller_id', '=', controllerId)
    .where('channel', '=', answer.channel)
    .executeTakeFirst()
  if (!start?.cycle_id) return
  await advance(server, start.cycle_id, (at) => ({
    kind: 'answered',
    at,
    start: start.number,
    answer: answer.result,
    boot: answer.boot_id,
  }))
}

/** About the cycle that is open on the channel, and those whose starts it names. */
async function reported(server: Server, controllerId: string, state: State) {
  const event: EventAt = (at, known) => reportOf(state, at, known)
  for (const id of await cyclesOf(server, controllerId, state)) await advance(server, id, event)
}

async function cyclesOf({ database }: Server, controllerId: string, state: State) {
  const named = [state.start, state.entry?.start].filter((id) => id != null)
  const open = database
    .selectFrom('device_links')
    .innerJoin('cycles', 'cycles.open_link_id', 'device_links.id')
    .select('cycles.id')
    .where('device_links.controller_id', '=', controllerId)
    .where('device_links.channel', '=', state.channel)
  const rows = await (named.length === 0
    ? open
    : open.union(
        database
          .selectFrom('starts')
          .innerJoin('cycles', 'cycles.id', 'starts.cycle_id')
          .select('cycles.id')
          .where('starts.id', 'in', named)
          .where('starts.controller_id', '=', controllerId)
          .where('starts.channel', '=', state.channel),
      )
  ).execute()
  return rows.map(({ id }) => id)
}
