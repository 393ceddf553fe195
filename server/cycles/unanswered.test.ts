import { cycles } from '@coinless/contract/cycles.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '../test/app.ts'
import { laundry } from '../test/laundry.ts'

const server = testApp()
const { makeRoom, refusedAt } = laundry(server)

test('a machine that did not answer is free again once it is heard, and not while its controller is heard of others', async () => {
  const { tenant, device, code, machine } = await makeRoom()
  const { database } = server
  const now = new Date()
  const { controllerId: controller_id } = machine
  const heard = { controller_id, boot_id: 'b1', heard_at: now, connected_at: now }
  await database
    .insertInto('controller_presence')
    .values(heard)
    .onConflict((conflict) => conflict.column('controller_id').doUpdateSet(heard))
    .execute()
  const state = async () => {
    const query = { ids: device.id }
    return (await server.call(cycles.deviceStates, { as: tenant, query })).data[0]?.state
  }
  expect(await state()).toBe('free')
  machine.state = null
  const toFake = ['setTimeout', 'clearTimeout'] as const
  vi.useFakeTimers({ toFake: [...toFake], shouldAdvanceTime: true, advanceTimeDelta: 500 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await refusedAt(tenant, device, code.code)).toBe('device_silent')
  vi.useRealTimers()
  expect(await state()).toBe('no_answer')
  await machine.say({ channel: 2 })
  expect(await state()).toBe('no_answer')
  await machine.say({ running: false })
  expect(await state()).toBe('free')
})
