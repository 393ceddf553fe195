import { devices } from '@coinless/contract/devices.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { idleState } from '../../../test/servers/idle-state.ts'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { waitingForLocks } from '../../../test/support/waiting.ts'
import { connect } from '../../platform/database/connection.ts'

const server = testApp()
const { makeRoom } = laundry(server)

type Room = Awaited<ReturnType<typeof makeRoom>>
type Waiting = Pick<Room, 'tenant' | 'device'> & { handled: Promise<unknown> }

/** Locks a cycle while many messages that concern it arrive. */
async function whileMessagesWait(work: (facts: Waiting) => Promise<unknown>) {
  const { tenant, device, machine, pay } = await makeRoom()
  const id = await pay()
  await machine.quiet()
  const other = connect(server.url)
  const { handled } = await other.transaction().execute(async (transaction) => {
    await transaction.selectFrom('cycles').where('id', '=', id).select('id').forUpdate().execute()
    const received = Array.from({ length: 30 }, (_, n) =>
      server.parts.connections.receive(machine.controllerId, {
        ...idleState,
        question: null,
        running: true,
        sequence: 1000 + n,
      }),
    )
    const handled = Promise.allSettled(received)
    await expect.poll(() => waitingForLocks(server)).toBe(4)
    await work({ tenant, device, handled })
    return { handled }
  })
  await other.destroy()
  return (await handled).map(({ status }) => status)
}

test('keeps connections for calls while many messages of controllers wait', async () => {
  const handled = await whileMessagesWait(({ tenant, device }) =>
    server.call(devices.get, { as: tenant, params: { id: device.id } }),
  )
  expect(new Set(handled)).toEqual(new Set(['fulfilled']))
})

test('lets no message wait for a database that others have lost', async () => {
  const handled = await whileMessagesWait(async ({ handled }) => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(server.database)
    await handled
  })
  expect(new Set(handled)).toEqual(new Set(['rejected']))
})
