import { cycles } from '@coinless/contract/cycles.ts'
import { reports } from '@coinless/contract/reports.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { makeMachine } from '../../../test/support/machine.ts'
import { makeDevice } from '../../../test/support/make.ts'
import { deadlocks, waitingForLocks } from '../../../test/support/waiting.ts'

const server = testApp()
const { makeRoom, refusedAt } = laundry(server)

/** A machine that was reported, and the start that its operator asks for. */
async function reportedRoom() {
  const room = await makeRoom()
  const { landlord, tenant, device } = room
  const report = { device_id: device.id, kind: 'damaged' } as const
  await server.call(reports.create, { as: tenant, body: report })
  const { data } = await server.call(reports.listCases, { as: landlord })
  const params = { id: data[0]?.id ?? '' }
  const found = await server.call(reports.getCase, { as: landlord, params })
  const body = { seen_start_id: found.last_start_id, duration_minutes: found.free_minutes }
  return { ...room, start: { as: landlord, params, body } }
}

const expectWaiting = (count: number) => expect.poll(() => waitingForLocks(server)).toBe(count)

test('a free cycle starts beside a payment without a deadlock', async () => {
  const { tenant, device, code, machine, start } = await reportedRoom()
  const before = await deadlocks(server)
  const calls = await server.database.transaction().execute(async (holding) => {
    await sql`select from device_links where id = ${machine.linkId} for update`.execute(holding)
    const starting = server.call(cycles.startFree, start)
    await expectWaiting(1)
    const paying = refusedAt(tenant, device, code.code)
    await expectWaiting(2)
    return { starting, paying }
  })
  expect(await calls.starting).toMatchObject({ state: 'starting' })
  expect([await calls.paying, await deadlocks(server)]).toEqual(['device_in_use', before])
  expect(machine.starts).toHaveLength(1)
})

test('a free cycle is refused if the device gets another controller after the question', async () => {
  const { landlord, device, machine, start } = await reportedRoom()
  const other = await makeMachine(server, landlord, await makeDevice(server, landlord))
  const calls = await server.database.transaction().execute(async (linking) => {
    await sql`select from devices where id = ${device.id} for update`.execute(linking)
    const starting = server.refused(cycles.startFree, start)
    await expectWaiting(1)
    await sql`delete from device_links where id = ${machine.linkId}`.execute(linking)
    await sql`insert into device_links (device_id, controller_id, channel, switching)
      values (${device.id}, ${other.controllerId}, 2, 'relay')`.execute(linking)
    return { starting }
  })
  expect((await calls.starting).body.code).toBe('changed_meanwhile')
  expect([machine.starts, other.starts]).toEqual([[], []])
})
