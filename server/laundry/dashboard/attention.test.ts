import { controllers } from '@coinless/contract/controllers.ts'
import { dashboard } from '@coinless/contract/dashboard.ts'
import { deviceLinks } from '@coinless/contract/device-links.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { makeLinked } from '../../../test/support/links.ts'
import { expectNotification, followPage } from '../../../test/support/live-page.ts'
import { makeMachine } from '../../../test/support/machine.ts'
import {
  makeAcceptedDevice,
  makeAdmin,
  makeCode,
  makeLandlord,
  makeUser,
  type TestUser,
} from '../../../test/support/make.ts'
import { noteOfController } from '../../machines/controllers/events.ts'
import { notifyAlerts } from '../../notifications/alerts/notify.ts'

const server = testApp()
const { makeRoom, payAt, expectState } = laundry(server)
const follow = (as: TestUser, query: Record<string, string>) => followPage(server.app, as, query)
const attentionOf = (as: TestUser) => server.call(dashboard.attention, { as })
const show = (as: TestUser, id: string) => server.call(transactions.get, { as, params: { id } })

test('shows a run after a refund at once to its payee and to admins, and to nobody else', async () => {
  const { landlord, tenant, machine, pay } = await makeRoom()
  const admin = await makeAdmin(server)
  const id = await pay()
  await machine.answer('door')
  await expectState(id, 'not_started', 'door')
  const dashboards = [await follow(landlord, { attention: 'true' })]
  dashboards.push(await follow(admin, { attention: 'true' }))
  const payment = await follow(landlord, { transaction: id })
  const payers = await follow(tenant, { transaction: id, attention: 'true' })
  expect(payment.transaction?.losses).toEqual([])
  await expectNotification(server.parts.changes, 'attention', () => machine.answer('accepted'))
  const loss = { why: 'ran_after_refund', amount: 2.5, created_at: expect.any(String) }
  for (const told of dashboards) {
    await expect
      .poll(() => told.attention?.losses)
      .toContainEqual(expect.objectContaining({ ...loss, transaction_id: id }))
  }
  await expect.poll(() => payment.transaction?.losses).toEqual([loss])
  expect(payment.transaction).toEqual(await show(landlord, id))
  expect(dashboards[0]?.attention).toEqual(await attentionOf(landlord))
  expect(dashboards[0]?.attention).toMatchObject({ loss_count: 1, lost: 2.5 })
  expect((await show(tenant, id)).losses).toEqual([])
  const nothing = {
    ...{ alerts: [], alert_count: 0, cut_short: [], cut_short_count: 0 },
    ...{ cases: [], case_count: 0 },
    ...{ losses: [], loss_count: 0, lost: 0 },
  }
  expect(payers).toMatchObject({ transaction: { losses: [] }, attention: nothing })
  for (const stranger of [tenant, await makeLandlord(server)]) {
    expect(await attentionOf(stranger)).toEqual(nothing)
  }
})

test('shows a loss to the landlord who accepted the device and to its owner', async () => {
  const owner = await makeLandlord(server)
  const landlord = await makeLandlord(server, { email_verified: true })
  const tenant = await makeUser(server)
  const device = await makeAcceptedDevice(server, owner, landlord)
  const code = await makeCode(server, landlord)
  const machine = await makeMachine(server, owner, device)
  const id = await payAt(tenant, device, code.code)
  await expect.poll(() => machine.starts).toHaveLength(1)
  await machine.answer('door')
  await machine.answer('accepted')
  for (const told of [owner, landlord]) {
    expect(await attentionOf(told)).toMatchObject({
      losses: [{ why: 'ran_after_refund', transaction_id: id }],
      ...{ loss_count: 1, lost: 2.5 },
    })
  }
  expect(await attentionOf(tenant)).toMatchObject({ losses: [], loss_count: 0, lost: 0 })
})

test('updates a transaction page with refunds and their causes, and shows strangers nothing', async () => {
  const { landlord, tenant, machine, pay } = await makeRoom()
  const id = await pay()
  const told = await follow(tenant, { transaction: id })
  expect(told.transaction).toEqual(await show(tenant, id))
  await machine.answer('fault')
  await expect
    .poll(() => told.transaction)
    .toMatchObject({
      refunded_amount: 2.5,
      refund_cause: 'fault',
      is_cycle_open: false,
    })
  const second = await pay()
  await machine.answer('accepted')
  const running = await follow(tenant, { transaction: second })
  const body = { amount: 0.5, reason: 'Foam' }
  const params = { id: second }
  await server.call(refunds.create, { as: landlord, params, body })
  await expect.poll(() => running.transaction?.refunded_amount).toBe(0.5)
  expect(await follow(await makeUser(server), { transaction: id })).toMatchObject({
    transaction: null,
  })
})

test('shows an alert on the dashboard when it is raised and removes it when it ends', async () => {
  const { landlord, device } = await makeRoom()
  const told = await follow(landlord, { attention: 'true' })
  await server.database
    .updateTable('device_links')
    .set({ out_of_order_at: new Date() })
    .where('device_id', '=', device.id)
    .execute()
  await expectNotification(server.parts.changes, 'attention', () => notifyAlerts(server.parts))
  await expect.poll(() => told.attention?.alerts).toMatchObject([{ kind: 'out_of_order' }])
  await server.call(deviceLinks.lookedAt, { as: landlord, params: { id: device.id } })
  await expect.poll(() => told.attention).toMatchObject({ alerts: [], alert_count: 0 })
})

test('updates a list of controllers with their connections, without those of others', async () => {
  const owner = await makeLandlord(server)
  const [own, foreign] = [
    await makeLinked(server, owner),
    await makeLinked(server, await makeLandlord(server)),
  ]
  const { id } = own.controller
  const told = await follow(owner, { controllers: `${id},${foreign.controller.id}` })
  const listed = async () => (await server.call(controllers.list, { as: owner })).data
  expect(told.controllers).toEqual(await listed())
  for (const kind of ['connected', 'disconnected'] as const) {
    await noteOfController(server.parts, { controllerId: id, kind })
    const isConnected = () => told.controllers?.[0]?.connected_since !== null
    await expect.poll(isConnected).toBe(kind === 'connected')
    expect(told.controllers).toEqual(await listed())
  }
})
