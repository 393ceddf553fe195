import { controllers } from '@coinless/contract/controllers.ts'
import { deviceLinks } from '@coinless/contract/device-links.ts'
import { devices } from '@coinless/contract/devices.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeLinked } from '../../../test/support/links.ts'
import { expectNotification, followPage } from '../../../test/support/live-page.ts'
import {
  deviceBody,
  makeController,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
} from '../../../test/support/make.ts'
import { noteOfController } from '../../machines/controllers/events.ts'

const server = testApp()

const follow = (as: TestUser, query: Record<string, string>) => followPage(server.app, as, query)

const telling = (id: string, act: () => Promise<unknown>) =>
  expectNotification(server.parts.changes, id, act)

const show = (as: TestUser, id: string) => server.call(controllers.get, { as, params: { id } })
const showLink = (as: TestUser, id: string) => server.call(deviceLinks.get, { as, params: { id } })

test('updates the page of a controller on every change, also without a device', async () => {
  const owner = await makeLandlord(server)
  const { id } = await makeController(server, owner)
  const sent = { as: owner, params: { id } }
  const told = await follow(owner, { controller: id })
  expect(told.controller).toEqual(await show(owner, id))
  await telling(id, () => noteOfController(server.parts, { controllerId: id, kind: 'connected' }))
  await expect.poll(() => told.controller?.connected_since).toEqual(expect.any(String))
  expect(told.controller).toEqual(await show(owner, id))
  await telling(id, () => noteOfController(server.parts, { controllerId: id, kind: 'flood' }))
  await expect.poll(() => told.controller?.events).toMatchObject([{ kind: 'flood' }, {}])
  await telling(id, () =>
    noteOfController(server.parts, { controllerId: id, kind: 'disconnected' }),
  )
  await expect.poll(() => told.controller?.connected_since).toBeNull()
  const renamed = { ...sent, body: { name: 'Attic' } }
  await telling(id, () => server.call(controllers.rename, renamed))
  await expect.poll(() => told.controller?.name).toBe('Attic')
  await telling(id, () => server.call(controllers.endCredential, sent))
  await expect.poll(() => told.controller?.has_credential).toBe(false)
  await telling(id, () => server.call(controllers.replaceCredential, sent))
  await expect.poll(() => told.controller?.has_credential).toBe(true)
  await telling(id, () => server.call(controllers.delete, sent))
  await expect.poll(() => told.controller).toBeNull()
})

test('updates the page of a controller on changes of its linked devices', async () => {
  const owner = await makeLandlord(server)
  const { id } = await makeController(server, owner)
  const device = await makeDevice(server, owner)
  const ofDevice = { as: owner, params: { id: device.id } }
  const told = await follow(owner, { controller: id })
  const body = { controller_id: id, channel: 1, switching: 'relay' } as const
  await telling(id, () => server.call(deviceLinks.create, { ...ofDevice, body }))
  await expect.poll(() => told.controller?.channels).toMatchObject([{ device_id: device.id }])
  expect(told.controller).toEqual(await show(owner, id))
  await server.database
    .updateTable('device_links')
    .set({ out_of_order_at: new Date() })
    .where('device_id', '=', device.id)
    .execute()
  server.parts.changes.publish({ deviceId: device.id })
  const outOfOrder = () => told.controller?.channels[0]?.out_of_order_at
  await expect.poll(outOfOrder).toEqual(expect.any(String))
  await telling(device.id, () => server.call(deviceLinks.lookedAt, ofDevice))
  await expect.poll(outOfOrder).toBeNull()
  const named = { landlord_email: owner.email, label: 'By the door' }
  const moved = { ...ofDevice, body: { ...deviceBody, ...named } }
  await telling(device.id, () => server.call(devices.update, moved))
  await expect.poll(() => told.controller?.channels[0]?.device_label).toBe('By the door')
  await telling(device.id, () => server.call(devices.delete, ofDevice))
  await expect.poll(() => told.controller?.channels).toEqual([])
})

test('updates the page of a device on every change of its link', async () => {
  const owner = await makeLandlord(server)
  const { device, controller } = await makeLinked(server, owner)
  const ofDevice = { as: owner, params: { id: device.id } }
  const told = await follow(owner, { link: device.id })
  expect(told.link).toEqual(await showLink(owner, device.id))
  const { id } = controller
  await telling(id, () => noteOfController(server.parts, { controllerId: id, kind: 'connected' }))
  await expect.poll(() => told.link?.connected_since).toEqual(expect.any(String))
  expect(told.link).toEqual(await showLink(owner, device.id))
  const ofController = { as: owner, params: { id } }
  const renamed = { ...ofController, body: { name: 'Attic' } }
  await telling(id, () => server.call(controllers.rename, renamed))
  await expect.poll(() => told.link?.controller_name).toBe('Attic')
  const changed = { ...ofDevice, body: { gives_back_unused: true } }
  await telling(device.id, () => server.call(deviceLinks.change, changed))
  await expect.poll(() => told.link?.gives_back_unused).toBe(true)
  await telling(device.id, () => server.call(controllers.delete, ofController))
  await expect.poll(() => told.link).toBeNull()
})

test('sends nothing to users who may not see the controller or change the device', async () => {
  const { device, controller } = await makeLinked(server, await makeLandlord(server))
  const stranger = await makeUser(server)
  const told = await follow(stranger, { controller: controller.id, link: device.id })
  expect(told).toEqual({ devices: [], cycles: [], controller: null, link: null })
})
