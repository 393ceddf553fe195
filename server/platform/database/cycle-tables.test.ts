import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makePastPayment } from '../../../test/support/history.ts'
import { makeDevice, makeLandlord } from '../../../test/support/make.ts'

const server = testApp()

/** A device on a relay with a starting cycle, and a function that begins a second cycle. */
async function makeCycle() {
  const { database } = server
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  const controller = await database
    .insertInto('controllers')
    .values({
      owner_id: owner.id,
      name: 'Laundry room',
      driver: 'simulated',
      credential_hash: Buffer.from(randomUUID()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const link = await database
    .insertInto('device_links')
    .values({ device_id: device.id, controller_id: controller.id, channel: 1, switching: 'relay' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const begin = async () => {
    const { id } = await makePastPayment(server, owner, device, { at: new Date() })
    const cycle = { id, transaction_id: id, device_id: device.id, open_link_id: link.id }
    const state = { state: 'starting', is_measured: true, money: 'taken' } as const
    await database
      .insertInto('cycles')
      .values({ ...cycle, ...state, next_check_at: new Date() })
      .execute()
    return id
  }
  const id = await begin()
  const change = database.updateTable('cycles').where('id', '=', id)
  const end = () =>
    change
      .set({
        state: 'not_started',
        reason: 'silent',
        ended_at: new Date(),
        next_check_at: null,
        open_link_id: null,
      })
      .execute()
  const start = () =>
    database
      .insertInto('starts')
      .values({ cycle_id: id, controller_id: controller.id, channel: 1, deadline: new Date() })
      .execute()
  const unlink = () => database.deleteFrom('device_links').where('id', '=', link.id).execute()
  return { id, change, begin, end, start, unlink }
}

test('allows one open cycle per link', async () => {
  const { begin, end } = await makeCycle()
  await expect(begin()).rejects.toMatchObject({ constraint: 'cycles_open_link' })
  await end()
  await expect(begin()).resolves.toEqual(expect.any(String))
})

test('keeps a link until its cycle has ended', async () => {
  const { unlink, end } = await makeCycle()
  await expect(unlink()).rejects.toMatchObject({ constraint: 'cycles_open_link_id_fkey' })
  await end()
  await expect(unlink()).resolves.toBeDefined()
})

test('allows one start per payment', async () => {
  const { start } = await makeCycle()
  await start()
  await expect(start()).rejects.toMatchObject({ constraint: 'starts_cycle_id_number_key' })
})

test('requires a next check for every open cycle', async () => {
  const { change } = await makeCycle()
  const forgotten = change.set({ next_check_at: null }).execute()
  await expect(forgotten).rejects.toMatchObject({ constraint: 'cycles_next_check' })
})

test('never reopens an ended cycle', async () => {
  const { change, end } = await makeCycle()
  await end()
  const now = new Date()
  const reopened = change
    .set({
      state: 'running',
      reason: null,
      ended_at: null,
      run_since: now,
      ends_at: now,
      next_check_at: now,
    })
    .execute()
  await expect(reopened).rejects.toThrow('cycles only go on')
})

test('records a loss once and never changes it', async () => {
  const { id } = await makeCycle()
  const lose = () =>
    server.database
      .insertInto('losses')
      .values({ cycle_id: id, why: 'ran_after_refund', amount: 2.5 })
      .execute()
  await lose()
  await expect(lose()).rejects.toMatchObject({ constraint: 'losses_once' })
  const changed = server.database.updateTable('losses').set({ amount: 1 }).execute()
  await expect(changed).rejects.toThrow()
})
