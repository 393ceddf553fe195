import { deviceLinks } from '@coinless/contract/device-links.ts'
import { devicePrices, type PriceListBody } from '@coinless/contract/device-prices.ts'
import { devices } from '@coinless/contract/devices.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeLinked } from '../../../test/support/links.ts'
import { deviceBody, makeController, makeDevice, makeLandlord } from '../../../test/support/make.ts'
import { allWeek, savePrices, threeProgrammes } from '../../../test/support/prices.ts'

const server = testApp()

const [normal, short] = threeProgrammes.programmes as [Programme, Programme]
type Programme = PriceListBody['programmes'][number]

const atHours: PriceListBody = { ...threeProgrammes, time_zone: 'Europe/Madrid' }

describe('a machine that coins start', () => {
  const pulses = { switching: 'pulses', pulse_ms: 50, gap_ms: 100 } as const
  const ugly = 1.1
  const lists: [string, PriceListBody][] = [
    ['programme', { ...threeProgrammes, programmes: [normal, { ...short, price: ugly }] }],
    ['time', { ...atHours, times: [{ ...allWeek, prices: [null, ugly, null] }] }],
    [
      'plan',
      {
        ...atHours,
        planned: [{ from: '2999-01-01', programmes: [{ ...normal, price: ugly }], times: [] }],
      },
    ],
  ]

  test.each(lists)(
    'rejects a price of a %s that coins cannot make, on saving and on linking',
    async (_, list) => {
      const owner = await makeLandlord(server)
      const { device } = await makeLinked(server, owner, pulses)
      const sent = { as: owner, params: { id: device.id } }
      const { status, body } = await server.refused(devicePrices.save, { ...sent, body: list })
      expect([status, body.code]).toEqual([422, 'price_not_in_coins'])
      expect(body.error).toContain('$1.00 or $1.25')
      await server.call(devicePrices.save, { ...sent, body: threeProgrammes })

      const other = await makeDevice(server, owner)
      await savePrices(server, owner, other, list)
      const controller_id = (await makeController(server, owner)).id
      const link = { ...pulses, controller_id, channel: 1 }
      const linked = await server.refused(deviceLinks.create, {
        as: owner,
        params: { id: other.id },
        body: link,
      })
      expect(linked.body.code).toBe('price_not_in_coins')
    },
  )

  test('rejects another coin type that cannot make the price of one programme', async () => {
    const owner = await makeLandlord(server)
    const { device } = await makeLinked(server, owner, pulses)
    await savePrices(server, owner, device, {
      ...threeProgrammes,
      programmes: [{ ...normal, price: 3 }, short],
    })
    const { body } = await server.refused(devices.update, {
      as: owner,
      params: { id: device.id },
      body: { ...deviceBody, landlord_email: owner.email, price: 3, coin_type: 'dollar' },
    })
    expect(body.code).toBe('price_not_in_coins')
  })
})
