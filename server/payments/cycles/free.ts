import type { cycles } from '@coinless/contract/cycles.ts'
import { limits } from '@coinless/contract/limits.ts'
import { toMinor } from '@coinless/contract/money.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { IdempotencyKey } from '../../http/idempotency/idempotency-key.ts'
import { idempotent } from '../../http/idempotency/idempotent.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Server } from '../../http/request/server.ts'
import { lockChangeableDevice, subjectOf } from '../../machines/devices/devices.ts'
import { assertFitsLink } from '../../machines/devices/fits-link.ts'
import {
  findChangeableDevice,
  findLink,
  refuseOpenCycle,
} from '../../machines/links/device-links.ts'
import { lastStart } from '../../machines/links/last-start.ts'
import { freeTerms, lastFreeCycle, shownFreeCycle } from '../../machines/reports/free-cycle.ts'
import type { Database } from '../../platform/database/connection.ts'
import { reportedDevice } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { handleRequest } from './by-payer.ts'
import { startMessage } from './messages.ts'
import { expectReady } from './ready.ts'

type Asked = z.output<typeof cycles.startFree.body>

/**
 * Runs the reported machine for the minutes of a payment. The cycle has no payment and costs nothing, so no entry, no
 * transaction and no revenue comes from it. The constraint cycles_open_link refuses the second of two.
 * @throws Refusal as in the contract
 */
export async function startFree(
  server: Server,
  caller: SignedInCaller,
  caseId: string,
  asked: Asked,
  idempotencyKey: IdempotencyKey | undefined,
) {
  const { database, connections, changes } = server
  const found = await caseOf(database, caller, caseId)
  await findChangeableDevice(database, caller, found.device_id)
  refuseOtherView(found, asked)
  const asking = await findLink(database, caller, found.device_id)
  if (!asking) throw new Refusal('link_not_found')
  await refuseOpenCycle(database, asking)
  if (asking.out_of_order_at) throw new Refusal('device_out_of_order')
  await expectReady(server, asking)

  let send: (() => void) | undefined
  const made = await idempotent(database, idempotencyKey, async (transaction) => {
    // Changes of the link lock the device, too. Payments lock the link after their cycle.
    const device = await lockChangeableDevice(transaction, caller, found.device_id)
    const link = await findLink(transaction, caller, found.device_id)
    // Another controller or channel has not been asked.
    if (link?.id !== asking.id) throw new Refusal('changed_meanwhile')
    const { last_start_id, free_terms } = await caseOf(transaction, caller, caseId)
    refuseOtherView({ last_start_id, free_terms }, asked)
    await refuseOpenCycle(transaction, link)
    if (device.status !== 'active') throw new Refusal('device_not_active')
    if (link.out_of_order_at) throw new Refusal('device_out_of_order')
    const { minutes, price } = free_terms
    assertFitsLink(link, device.coin_type, { prices: [price], minutes: [minutes] })
    const start = await recordFree(transaction, caller, { link, minutes })
    const terms = { price: toMinor(price), minutes }
    const message = startMessage(start, start.deadline.getTime(), link, terms, device.coin_type)
    await recordEvent(transaction, caller, 'free_cycle_started', subjectOf(device), {
      duration_minutes: String(minutes),
    })
    send = () => message && connections.send(link.controller_id, message)
    const { free_cycle } = await caseOf(transaction, caller, caseId)
    if (!free_cycle) throw new Error('The cycle was just recorded.')
    return shownFreeCycle(free_cycle)
  })
  send?.()
  changes.publish({ deviceId: found.device_id })
  return made
}

/** @throws Refusal cycle_not_found if it is not the last free cycle of the device, and as `handleRequest` */
export async function stopFree(
  server: Server,
  caller: SignedInCaller,
  { id: caseId, cycle }: z.output<typeof cycles.stopFree.params>,
) {
  const { database } = server
  const { device_id, free_cycle } = await caseOf(database, caller, caseId)
  const device = await findChangeableDevice(database, caller, device_id)
  if (free_cycle?.id !== cycle) throw new Refusal('cycle_not_found')
  await handleRequest(server, caller, { id: free_cycle.id, name: device.device_number }, 'stopped')
  const { free_cycle: stopped } = await caseOf(database, caller, caseId)
  return shownFreeCycle(stopped ?? free_cycle)
}

async function caseOf(database: Database, caller: SignedInCaller, id: string) {
  const found = await database
    .selectFrom('report_cases')
    .innerJoin('devices', 'devices.id', 'device_id')
    .select('device_id')
    .select([freeTerms.as('free_terms'), lastFreeCycle.as('free_cycle')])
    .select(lastStart(sql`devices.id`).as('last_start_id'))
    .where('report_cases.id', '=', id)
    .where(reportedDevice(caller))
    .executeTakeFirst()
  if (!found) throw new Refusal('case_not_found')
  return found
}

type View = Pick<Awaited<ReturnType<typeof caseOf>>, 'last_start_id' | 'free_terms'>

function refuseOtherView({ last_start_id, free_terms }: View, asked: Asked): void {
  if (last_start_id !== asked.seen_start_id) throw new Refusal('started_meanwhile')
  if (free_terms.minutes !== asked.duration_minutes) throw new Refusal('changed_meanwhile')
}

interface Run {
  link: { id: string; device_id: string; controller_id: string; channel: number }
  minutes: number
}

async function recordFree(transaction: Database, { id }: SignedInCaller, { link, minutes }: Run) {
  const { rows } = await sql<{ id: string; channel: number; deadline: Date }>`
    with cycle as (
      insert into cycles (id, device_id, open_link_id, state, is_measured, money, operator_id, free_minutes, next_check_at)
      values (gen_random_uuid(), ${link.device_id}, ${link.id}, 'starting', true, 'taken', ${id}, ${minutes},
        now() + make_interval(secs => ${limits.startAskSeconds}))
      returning id
    )
    insert into starts (cycle_id, controller_id, channel, deadline)
    select id, ${link.controller_id}, ${link.channel}, now() + make_interval(secs => ${limits.startSeconds})
    from cycle
    returning id, channel, deadline`.execute(transaction)
  return rows[0] as (typeof rows)[number]
}
