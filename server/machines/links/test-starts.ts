import { pulsesFor } from '@coinless/contract/coins.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Server } from '../../http/request/server.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { ControllerMessage } from '../../platform/messaging/controller-connections.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { subjectOf } from '../devices/devices.ts'
import { changingLink, findChangeableDevice, refuseOpenCycle } from './device-links.ts'

const testColumns = ['id', 'deadline', 'answer', 'answered_at'] as const

/** Records a test start before it is sent, and sends it once. `findTest` reads the answer. */
export async function startTest(server: Server, caller: SignedInCaller, deviceId: string) {
  const { database, connections } = server
  const { test, link, price, coinType } = await changingLink(
    database,
    caller,
    deviceId,
    async (transaction, link, device) => {
      await refuseOpenCycle(transaction, link)
      const { controller_id, channel } = link
      const deadline = sql<Date>`now() + make_interval(secs => ${limits.startSeconds})`
      const test = await transaction
        .insertInto('starts')
        .values({ controller_id, channel, deadline })
        .returning(testColumns)
        .executeTakeFirstOrThrow()
      const details = { controller_id: link.controller_name, channel: String(channel) }
      await recordEvent(transaction, caller, 'device_tested', subjectOf(device), details)
      return { test, link, price: Number(device.price), coinType: device.coin_type }
    },
  )
  const { controller_id, channel, pulse_ms, gap_ms } = link
  connections.send(controller_id, {
    type: 'start',
    id: test.id,
    channel,
    deadline: test.deadline.getTime(),
    ...(pulse_ms !== null && gap_ms !== null
      ? { pulses: { count: pulsesFor(price, coinType) ?? 1, pulse_ms, gap_ms } }
      : { seconds: limits.testSeconds }),
  })
  return test
}

/** @throws Refusal device_not_found, not_yours, test_not_found */
export async function findTest(
  database: Database,
  caller: SignedInCaller,
  deviceId: string,
  id: string,
) {
  await findChangeableDevice(database, caller, deviceId)
  const test = await database
    .selectFrom('starts')
    .innerJoin('device_links', (join) =>
      join
        .onRef('device_links.controller_id', '=', 'starts.controller_id')
        .onRef('device_links.channel', '=', 'starts.channel'),
    )
    .select(testColumns.map((column) => `starts.${column}` as const))
    .where('starts.id', '=', id)
    .where('cycle_id', 'is', null)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  if (!test) throw new Refusal('test_not_found')
  return test
}

/** Stores the first answer of the controller that received the start. */
export async function keepAnswerToTest(
  database: Database,
  controllerId: string,
  message: ControllerMessage,
): Promise<void> {
  if (message.type !== 'answer') return
  await database
    .updateTable('starts')
    .set({ answer: message.result, answered_at: sql<Date>`now()` })
    .where('id', '=', message.id)
    .where('cycle_id', 'is', null)
    .where('controller_id', '=', controllerId)
    .where('channel', '=', message.channel)
    .where('answer', 'is', null)
    .execute()
}
