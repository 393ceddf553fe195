import { type ControllerEventKind, startRefusals } from '@coinless/contract/choices.ts'
import type { ControllerEvent } from '@coinless/contract/controllers.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { sql } from 'kysely'
import type { Answer } from '../../http/request/answer.ts'
import type { Database } from '../../platform/database/connection.ts'
import { namedDevice } from '../../platform/policy/own-devices.ts'

type Start = Pick<ControllerEvent, 'channel' | 'device_label' | 'device_number' | 'minutes'>

/** Detail of a `refused` event. The facts of its start are read when the event is shown. */
export function refusedStart(answer: string, startId: string): string {
  return `${answer} ${startId}`
}

/** Events of a controller, newest first. Staff of some places see no names of devices that are elsewhere now. */
export async function recentEvents(
  database: Database,
  caller: Caller,
  controllerId: string,
): Promise<Answer<ControllerEvent>[]> {
  const rows = await database
    .selectFrom('controller_events')
    .select(['id', 'kind', 'detail', 'created_at'])
    .where('controller_id', '=', controllerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.controllerEvents)
    .execute()
  const events = rows.map((row) => ({ ...row, ...read(row) }))
  const starts = await startsOf(
    database,
    caller,
    controllerId,
    events.flatMap(({ startId }) => startId ?? []),
  )
  return events.map(({ startId, ...event }) => ({ ...event, ...starts.get(startId ?? '') }))
}

interface Read extends Start {
  answer: ControllerEvent['answer']
  startId?: string
  detail: string
}

const nothing = {
  channel: null,
  answer: null,
  device_label: null,
  device_number: null,
  minutes: null,
}

function read({ kind, detail }: { kind: ControllerEventKind; detail: string }): Read {
  const said = { ...nothing, detail }
  const [first, second = ''] = detail.split(' ')
  const answer = startRefusals.find((each) => each === first)
  if (kind === 'refused' && answer && second.length === 36)
    return { ...nothing, answer, startId: second, detail: '' }
  const [, channel] = (kind === 'fault' && /^channel (\d+)$/.exec(detail)) || []
  if (channel) return { ...said, channel: Number(channel), detail: '' }
  return said
}

/** A test start belongs to the device that was linked to the channel then: a link never changes its wiring. */
async function startsOf(
  database: Database,
  caller: Caller,
  controllerId: string,
  ids: readonly string[],
) {
  if (ids.length === 0) return new Map<string, Start>()
  const { rows } = await sql<Start & { id: string }>`
    select starts.id, starts.channel,
      coalesce(transactions.device_label, card_payments.device_label, devices.label) as device_label,
      coalesce(transactions.device_number, card_payments.device_number, devices.device_number)
        as device_number,
      coalesce(transactions.duration_minutes, card_payments.duration_minutes) as minutes
    from starts
      left join transactions on transactions.id = starts.cycle_id
      left join card_payments on card_payments.id = starts.cycle_id
      left join device_links as link on starts.cycle_id is null
        and link.controller_id = starts.controller_id and link.channel = starts.channel
        and link.created_at <= starts.created_at
      left join devices on devices.id = link.device_id
    where starts.id = any (${ids}::uuid[]) and starts.controller_id = ${controllerId}
      and ${namedDevice(caller, sql`coalesce(transactions.device_id, card_payments.device_id, link.device_id)`)}
  `.execute(database)
  return new Map(rows.map(({ id, ...start }) => [id, start]))
}
