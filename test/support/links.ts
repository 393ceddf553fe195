import { deviceLinks, type LinkBody } from '@coinless/contract/device-links.ts'
import type { Device, DeviceBody } from '@coinless/contract/devices.ts'
import type { TestApp } from './app.ts'
import { makePastPayment } from './history.ts'
import { makeController, makeDevice, type TestUser } from './make.ts'

/** A device on channel 1 of its own controller, by relay unless the facts say otherwise. */
export async function makeLinked(
  test: TestApp,
  owner: TestUser,
  facts: Partial<LinkBody> = {},
  deviceFacts: Partial<DeviceBody> = {},
) {
  const device = await makeDevice(test, owner, deviceFacts)
  const controller = await makeController(test, owner)
  const link = await test.call(deviceLinks.create, {
    as: owner,
    params: { id: device.id },
    body: { controller_id: controller.id, channel: 1, switching: 'relay', ...facts },
  })
  return { device, controller, link }
}

/** A starting cycle on the link of the device. */
export async function beginCycle(test: TestApp, payer: TestUser, device: Device) {
  const { id } = await makePastPayment(test, payer, device, { at: new Date() })
  const { id: open_link_id } = await test.database
    .selectFrom('device_links')
    .select('id')
    .where('device_id', '=', device.id)
    .executeTakeFirstOrThrow()
  const state = { state: 'starting', is_measured: true, money: 'taken' } as const
  await test.database
    .insertInto('cycles')
    .values({
      id,
      transaction_id: id,
      device_id: device.id,
      open_link_id,
      ...state,
      next_check_at: new Date(),
    })
    .execute()
  const over = { state: 'not_started', reason: 'silent', ended_at: new Date() } as const
  const end = () =>
    test.database
      .updateTable('cycles')
      .set({ ...over, next_check_at: null, open_link_id: null })
      .where('id', '=', id)
      .execute()
  return { id, end }
}
