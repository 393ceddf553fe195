import { devices } from '@coinless/contract/devices.ts'
import { expect, test } from 'vitest'
import { idleState } from '../../../test/servers/idle-state.ts'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { waitingForLocks } from '../../../test/support/waiting.ts'
import { connect } from '../../platform/database/connection.ts'

const server = testApp()
const { makeRoom } = laundry(server)

test('keeps connections for calls while many messages of controllers wait', async () => {
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
    await expect.poll(() => waitingForLocks(server)).toBe(4)
    await server.call(devices.get, { as: tenant, params: { id: device.id } })
    return { handled: Promise.all(received) }
  })
  await handled
  await other.destroy()
})
