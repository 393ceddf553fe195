import { cycles } from '@coinless/contract/cycles.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { askUnanswered } from './ask-unanswered.ts'

const server = testApp()
const { makeRoom, refusedAt } = laundry(server)

test('frees an unresponsive machine once it is heard, not by reports of other channels', async () => {
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

test('asks a machine that missed a question every minute at first, and later rarely', async () => {
  const { machine } = await makeRoom()
  const { database, parts } = server
  const unanswered = async (minutesAgo: number | null) => {
    await database
      .updateTable('device_links')
      .set({ unresponsive_since: sql`now() - ${minutesAgo}::integer * interval '1 minute'` })
      .where('id', '=', machine.linkId)
      .execute()
    const before = machine.told.length
    await askUnanswered(parts)
    await machine.quiet()
    return machine.told.length - before
  }
  const isKnown = () =>
    database
      .selectFrom('device_links')
      .select('unresponsive_since')
      .where('id', '=', machine.linkId)
      .executeTakeFirstOrThrow()
  machine.state = null
  const seldom = limits.alertSilentMinutes
  const asked = []
  for (const ago of [null, 0, 1, seldom - 1, seldom + 1, 6 * seldom])
    asked.push(await unanswered(ago))
  expect(asked).toEqual([0, 1, 1, 1, 0, 1])
  expect(await isKnown()).toMatchObject({ unresponsive_since: expect.any(Date) })
  machine.state = { running: false }
  expect(await unanswered(1)).toBe(1)
  expect(await isKnown()).toEqual({ unresponsive_since: null })
})
