import { bulkChanges } from '@coinless/contract/bulk-changes.ts'
import { controllerDrivers, driverAbilities } from '@coinless/contract/choices.ts'
import { deviceLinks } from '@coinless/contract/device-links.ts'
import { devicePrices, type PriceListBody } from '@coinless/contract/device-prices.ts'
import { devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeLinked } from '../../../test/support/links.ts'
import {
  deviceBody,
  makeController,
  makeDevice,
  makeLandlord,
  type TestUser,
} from '../../../test/support/make.ts'
import { savePrices, threeProgrammes } from '../../../test/support/prices.ts'

const server = testApp()
const longest = driverAbilities.mqtt.relayMinutesMax
const tooLong = longest + 1

async function byTasmota(controllerId: string) {
  await server.asOwner(`update controllers set driver = 'mqtt' where id = '${controllerId}'`)
}

async function makeTasmota(owner: TestUser) {
  const { device, controller } = await makeLinked(server, owner)
  await byTasmota(controller.id)
  const params = { id: device.id }
  const update = (duration_minutes: number) => ({
    as: owner,
    params,
    body: { ...deviceBody, landlord_email: owner.email, duration_minutes },
  })
  return { device, params, update }
}

const refusal = { code: 'too_long_for_controller', error: expect.stringContaining(`${longest}`) }
const [normal, short] = threeProgrammes.programmes as [Programme, Programme]
type Programme = PriceListBody['programmes'][number]
const long = { ...short, duration_minutes: tooLong }
const zone = { time_zone: 'Europe/Madrid' }
const lists: [string, PriceListBody][] = [
  [
    'first programme',
    { ...threeProgrammes, programmes: [{ ...normal, duration_minutes: tooLong }] },
  ],
  ['another programme', { ...threeProgrammes, programmes: [normal, long] }],
  [
    'a planned list',
    {
      ...threeProgrammes,
      ...zone,
      planned: [{ from: '2999-01-01', programmes: [normal, long], times: [] }],
    },
  ],
]

describe('a duration above the controller’s timer', () => {
  test.each(lists)('is rejected in %s, on saving and on linking', async (_, list) => {
    const owner = await makeLandlord(server)
    const { params } = await makeTasmota(owner)
    const { body } = await server.refused(devicePrices.save, { as: owner, params, body: list })
    expect(body).toMatchObject(refusal)

    const other = await makeDevice(server, owner)
    await savePrices(server, owner, other, list)
    const { id: controller_id } = await makeController(server, owner)
    await byTasmota(controller_id)
    const link = { controller_id, channel: 1, switching: 'relay' } as const
    const linking = { as: owner, params: { id: other.id }, body: link }
    expect((await server.refused(deviceLinks.create, linking)).body).toMatchObject(refusal)
  })

  test('is rejected on a change of the device, and the longest possible one is accepted', async () => {
    const owner = await makeLandlord(server)
    const { update } = await makeTasmota(owner)
    expect((await server.refused(devices.update, update(tooLong))).body).toMatchObject(refusal)
    expect(await server.call(devices.update, update(longest))).toMatchObject({
      duration_minutes: longest,
    })
  })

  test('is left out of a bulk change, copied prices and an undo', async () => {
    const owner = await makeLandlord(server)
    const { device } = await makeTasmota(owner)
    const model = await makeDevice(server, owner, { duration_minutes: tooLong })
    const plan = (ids: string[], set: object) =>
      server.call(bulkChanges.planForDevices, { as: owner, body: { chosen: { ids }, set } })
    const left = { left: [{ reason: 'too_long_for_controller', count: 1 }] }
    expect(await plan([device.id], { duration_minutes: tooLong })).toMatchObject(left)
    expect(await plan([device.id], { prices_like: model.id })).toMatchObject(left)

    const { id } = await plan([model.id], { duration_minutes: 60 })
    await server.call(bulkChanges.apply, { as: owner, params: { id } })
    const { id: controller_id } = await makeController(server, owner)
    await byTasmota(controller_id)
    const link = { controller_id, channel: 1, switching: 'relay' } as const
    await server.call(deviceLinks.create, { as: owner, params: { id: model.id }, body: link })
    const undone = await server.call(bulkChanges.undo, { as: owner, params: { id } })
    expect(undone).toMatchObject(left)
  })

  test.each(controllerDrivers.filter((driver) => driver !== 'mqtt'))(
    'does not exist for %s, whose timer covers the longest duration of any device',
    async (driver) => {
      const owner = await makeLandlord(server)
      const { device, controller } = await makeLinked(server, owner)
      await server.asOwner(
        `update controllers set driver = '${driver}' where id = '${controller.id}'`,
      )
      const body = {
        ...deviceBody,
        landlord_email: owner.email,
        duration_minutes: limits.minutesMax,
      }
      await server.call(devices.update, { as: owner, params: { id: device.id }, body })
    },
  )
})
