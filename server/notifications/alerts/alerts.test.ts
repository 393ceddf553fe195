import { auth } from '@coinless/contract/auth.ts'
import { dashboard } from '@coinless/contract/dashboard.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { devices } from '@coinless/contract/devices.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { limits } from '@coinless/contract/limits.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { type Machine, makeMachine } from '../../../test/support/machine.ts'
import {
  makeDevice,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
} from '../../../test/support/make.ts'
import { notifyAlerts } from './notify.ts'

const server = testApp()
const silent = limits.alertSilentMinutes + 1

async function makeRoom(count: number, owner?: TestUser) {
  const landlord = owner ?? (await makeLandlord(server, { email_verified: true }))
  const room: { device: Device; machine: Machine }[] = []
  for (let number = 1; number <= count; number++) {
    const device = await makeDevice(server, landlord, { device_number: `W-${number}` })
    const machine = await makeMachine(server, landlord, device)
    await heard(machine, 0)
    room.push({ device, machine })
  }
  return { landlord, room, machines: room.map(({ machine }) => machine) }
}

async function heard({ controllerId }: Machine, minutesAgo: number) {
  const heard_at = new Date(Date.now() - minutesAgo * 60_000)
  await server.database
    .insertInto('controller_presence')
    .values({ controller_id: controllerId, heard_at })
    .onConflict((conflict) => conflict.column('controller_id').doUpdateSet({ heard_at }))
    .execute()
}

async function outOfOrder({ linkId }: Machine, at: Date | null) {
  await server.database
    .updateTable('device_links')
    .set({ out_of_order_at: at })
    .where('id', '=', linkId)
    .execute()
}

/** Moves all alerts, sent and waiting, into the past. */
function later(minutes: number) {
  const ago = `interval '${minutes} minutes'`
  return server.asOwner(
    `update alerts set notification_pending_since = notification_pending_since - ${ago}, notified_at = notified_at - ${ago}`,
  )
}

function look() {
  return notifyAlerts(server.parts)
}

/** Checks often enough that every due notification is sent. */
async function lookLong() {
  await look()
  await later(limits.alertPauseMinutes + 1)
  await look()
}

async function mailsTo({ email }: TestUser) {
  return (await server.mails()).filter(({ to }) => to === email)
}

async function shownTo(as: TestUser) {
  const { alerts, alert_count } = await server.call(dashboard.attention, { as })
  return { alerts: alerts.map(({ device_number, kind }) => [device_number, kind]), alert_count }
}

test('reports a machine that is silent for ten minutes while its controller answers for others', async () => {
  const { landlord, machines } = await makeRoom(2)
  const unanswered = (machine: Machine | undefined, minutesAgo: number | null) =>
    server.database
      .updateTable('device_links')
      .set({
        unresponsive_since: minutesAgo === null ? null : new Date(Date.now() - minutesAgo * 60_000),
      })
      .where('id', '=', machine?.linkId ?? '')
      .execute()
  await unanswered(machines[0], silent)
  await unanswered(machines[1], limits.alertSilentMinutes - 1)
  await lookLong()
  expect(await shownTo(landlord)).toEqual({ alerts: [['W-1', 'silent']], alert_count: 1 })
  await unanswered(machines[0], null)
  await lookLong()
  expect(await shownTo(landlord)).toMatchObject({ alert_count: 0 })
  expect(await mailsTo(landlord)).toHaveLength(2)
})

test('mails an owner in the language of their last sign-in or renewal', async () => {
  const { landlord, machines } = await makeRoom(2)
  const [first, second] = machines as [Machine, Machine]
  const inLanguage = async (language: string, { path }: Endpoint, payload: object) => {
    const headers = { 'accept-language': language }
    const answer = await server.app.inject({ method: 'POST', url: `/api${path}`, headers, payload })
    return answer.json()
  }
  const credentials = { email: landlord.email, password }
  const { session } = await inLanguage('de-CH,en', auth.login, credentials)
  await outOfOrder(first, new Date())
  await lookLong()
  await inLanguage('fr', auth.refresh, { refresh_token: session.refresh_token })
  await outOfOrder(second, new Date())
  await lookLong()
  const subjects = (await mailsTo(landlord)).map(({ subject }) => subject)
  expect(subjects).toEqual(['W-1 ist außer Betrieb', 'W-2 est en panne'])
})

test('mails an owner once about all machines that are silent for ten minutes', async () => {
  const { landlord, machines } = await makeRoom(3)
  await heard(machines[0] as Machine, silent)
  await look()
  expect(await mailsTo(landlord)).toEqual([])
  await heard(machines[1] as Machine, silent)
  await heard(machines[2] as Machine, limits.alertSilentMinutes - 1)
  await look()
  await later(limits.alertGatherMinutes + 1)
  await Promise.all([look(), look(), look()])
  expect(await mailsTo(landlord)).toMatchObject([
    {
      subject: '2 of your devices need attention',
      text: expect.stringMatching(/W-[12].*\nW-[12]/),
    },
  ])
  await lookLong()
  expect(await mailsTo(landlord)).toHaveLength(1)
})

test('reports once that a machine answers again, only if its silence was reported', async () => {
  const { landlord, machines } = await makeRoom(2)
  const [told, untold] = machines as [Machine, Machine]
  await heard(told, silent)
  await lookLong()
  await heard(untold, silent)
  await look()
  await heard(told, 0)
  await heard(untold, 0)
  await lookLong()
  await lookLong()
  const mails = await mailsTo(landlord)
  expect(mails.map(({ subject }) => subject)).toEqual(['W-1 does not answer', 'W-1 answers again'])
})

test('sends no second mail during a pause, and then one about all new alerts', async () => {
  const { landlord, machines } = await makeRoom(2)
  const [first, second] = machines as [Machine, Machine]
  await heard(first, silent)
  await look()
  await later(limits.alertGatherMinutes + 1)
  await look()
  await heard(first, 0)
  await heard(second, silent)
  await look()
  await later(limits.alertPauseMinutes - 1)
  await look()
  expect(await mailsTo(landlord)).toHaveLength(1)
  await later(2)
  await look()
  expect((await mailsTo(landlord))[1]).toMatchObject({
    subject: 'One of your devices needs attention',
    text: expect.stringMatching(/W-2[\s\S]*Answering again:\nW-1/),
  })
})

test('reports only the silence when a machine is silent again before its answer is reported', async () => {
  const { landlord, machines } = await makeRoom(1)
  const [machine] = machines as [Machine]
  await heard(machine, silent)
  await lookLong()
  await heard(machine, 0)
  await look()
  await heard(machine, silent)
  await lookLong()
  const [, second] = await mailsTo(landlord)
  expect(second?.subject).toBe('W-1 does not answer')
  expect(second?.text).not.toContain('again:')
})

test('delays no alert when the clock is set back', async () => {
  const { landlord, machines } = await makeRoom(2)
  const [first, second] = machines as [Machine, Machine]
  for (const machine of [first, second]) {
    await heard(machine, silent)
    await look()
    await later(-24 * 60)
    await look()
  }
  expect(await mailsTo(landlord)).toHaveLength(2)
})

test('reports a machine after two failed starts and ends the alert without a mail when checked', async () => {
  const { landlord, machines } = await makeRoom(1)
  const [machine] = machines as [Machine]
  await outOfOrder(machine, new Date())
  await lookLong()
  expect(await shownTo(landlord)).toEqual({ alerts: [['W-1', 'out_of_order']], alert_count: 1 })
  await outOfOrder(machine, null)
  await lookLong()
  expect(await shownTo(landlord)).toEqual({ alerts: [], alert_count: 0 })
  const mails = await mailsTo(landlord)
  expect(mails.map(({ subject }) => subject)).toEqual(['W-1 is out of order'])
})

test('sends nothing for disabled machines, unused boxes or unverified owners', async () => {
  const { landlord, room } = await makeRoom(3)
  const [off, gone, unheard] = room as [(typeof room)[0], (typeof room)[0], (typeof room)[0]]
  for (const { machine } of room) await heard(machine, silent)
  await server.database
    .updateTable('devices')
    .set({ status: 'disabled' })
    .where('id', '=', off.device.id)
    .execute()
  await server.call(devices.delete, { as: landlord, params: { id: gone.device.id } })
  await server.database
    .deleteFrom('controller_presence')
    .where('controller_id', '=', unheard.machine.controllerId)
    .execute()
  const unverified = await makeRoom(1, await makeLandlord(server))
  await heard(unverified.machines[0] as Machine, silent)
  await lookLong()
  expect(await mailsTo(landlord)).toEqual([])
  expect(await mailsTo(unverified.landlord)).toEqual([])
  expect(await shownTo(unverified.landlord)).toMatchObject({ alert_count: 1 })
})

test('does not report a deleted machine as answering again', async () => {
  const { landlord, room } = await makeRoom(1)
  const [{ device, machine }] = room as [(typeof room)[0]]
  await heard(machine, silent)
  await lookLong()
  await server.call(devices.delete, { as: landlord, params: { id: device.id } })
  await lookLong()
  expect(await mailsTo(landlord)).toHaveLength(1)
})

test('shows the newest alerts on the dashboard of their owner only', async () => {
  const { landlord, machines } = await makeRoom(limits.dashboardRows + 1)
  for (const [index, machine] of machines.entries()) await heard(machine, silent + index)
  await look()
  const { alerts, alert_count } = await shownTo(landlord)
  expect(alerts.map(([number]) => number)).toEqual(['W-1', 'W-2', 'W-3', 'W-4', 'W-5'])
  expect(alert_count).toBe(6)
  for (const other of [await makeLandlord(server), await makeUser(server)]) {
    expect(await shownTo(other)).toEqual({ alerts: [], alert_count: 0 })
  }
})
