import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { controllers } from '@coinless/contract/controllers.ts'
import { deviceLinks } from '@coinless/contract/device-links.ts'
import { devices } from '@coinless/contract/devices.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { sql } from 'kysely'
import { connectAsync } from 'mqtt'
import { afterAll, describe, expect, test } from 'vitest'
import { findInconsistencies } from '../../server/ledger/entries/check.ts'
import type { Database } from '../../server/platform/database/connection.ts'
import { ApiCaller } from '../../simulate/api-caller.ts'
import { simulatedTerms } from '../../simulate/furnish.ts'
import { mosquitto, startMosquitto } from '../servers/mosquitto.ts'
import { account } from '../support/bank.ts'
import { BrokerBox } from '../support/broker-box.ts'
import { plug } from '../support/mqtt-room.ts'
import { ShellyDevice } from '../support/shelly-device.ts'
import { TasmotaDevice } from '../support/tasmota-device.ts'
import { twoServers } from '../support/two-servers.ts'

/** More of each in `npm run test:long`. */
const boxCount = Number(process.env.BROKER_BOXES ?? 4)
const payments = Number(process.env.BROKER_PAYMENTS ?? 10)
/** In turn: the broker, a server, PostgreSQL, the other server. */
const kills = Number(process.env.BROKER_KILLS ?? 2)

const awayMs = 5000
const password = 'password-of-the-server'
const running = new AsyncDisposableStack()
afterAll(() => running.disposeAsync())

/** Refund and recorded loss of a payment, in cents. */
interface Money {
  id: string
  back: number
  lost: number
}

async function moneyOf(database: Database): Promise<Map<string, Money>> {
  const { rows } = await sql<Money>`
    select cycles.id,
      (coalesce((select sum(amount) from refunds
        where transaction_id = cycles.id and status = 'completed'), 0) * 100)::int as back,
      (coalesce((select amount from losses where cycle_id = cycles.id), 0) * 100)::int as lost
    from cycles join transactions on transactions.id = cycles.id`.execute(database)
  return new Map(rows.map((row) => [row.id, row]))
}

describe.runIf(mosquitto)('with kills of the broker, the servers and PostgreSQL in turn', () => {
  test(`switches on none of ${payments} payments at ${boxCount} boxes twice, and refunds those not switched on`, {
    timeout: 3_600_000,
  }, async () => {
    const broker = await startMosquitto(mosquitto ?? '')
    running.defer(() => broker.stop())
    await broker.letIn('coinless', password)
    const { first, second, port, database } = await twoServers(running, {
      MQTT_URL: `mqtt://coinless:${password}@127.0.0.1:${broker.port}`,
    })
    const landlord = new ApiCaller(() => `http://127.0.0.1:${port()}`, account)
    const code = `BROKER-${randomUUID().slice(0, 18)}`
    await landlord.call(prepaidCodes.create, { body: { code, balance: 5000 }, key: randomUUID() })

    const boxes = await Promise.all(Array.from({ length: boxCount }, (_, n) => furnish(n)))
    let isOpen = true
    const paid = () => boxes.reduce((sum, box) => sum + box.paid.length, 0)
    const serving = Promise.all(
      boxes.map(async (box) => {
        while (isOpen) await box.payOnce(code)
      }),
    )
    for (let kill = 0; kill <= kills; kill++) {
      const goal = (payments * (kill + 1)) / (kills + 1)
      await expect
        .poll(paid, { timeout: 3_600_000, interval: 20 })
        .toBeGreaterThanOrEqual(Math.floor(goal))
      if (kill === kills) break
      await [killBroker, () => restart(first), () => first.killDatabase(), () => restart(second)][
        kill % 4
      ]?.()
    }
    isOpen = false
    await serving

    const money = await moneyOf(database)
    const all = boxes.flatMap((box) => box.paid)
    console.log(
      `${all.length} paid, ${all.filter(({ switchedOn }) => switchedOn > 0).length} switched on, refused: ${boxes.flatMap((box) => box.refused).length}`,
    )
    expect(all.filter(({ switchedOn }) => switchedOn > 1)).toEqual([])
    const price = simulatedTerms.price * 100
    const keptForNothing = all.filter(
      ({ id, switchedOn }) => switchedOn === 0 && money.get(id)?.back !== price,
    )
    expect(keptForNothing).toEqual([])
    expect(all.map(({ id }) => id).sort()).toEqual([...money.keys()].sort())
    const reasons = new Set(boxes.flatMap((box) => box.refused))
    expect([...reasons].filter((reason) => !/^device_/.test(reason))).toEqual([])
    await expect.poll(() => boxes.filter(({ isOn }) => isOn)).toEqual([])
    expect(await findInconsistencies(database)).toEqual([])

    async function furnish(n: number): Promise<BrokerBox> {
      const name = `Box ${n}`
      const { id, credential } = await landlord.call(controllers.create, {
        body: { name, driver: 'mqtt' },
      })
      await broker.letIn(id, credential)
      const device = await landlord.call(devices.create, {
        body: {
          label: name,
          device_number: `B-${n}`,
          device_type: 'washer',
          landlord_email: account.email,
          location: 'Elm Street 4',
          ...simulatedTerms,
        },
      })
      await landlord.call(deviceLinks.create, {
        params: { id: device.id },
        body: { controller_id: id, channel: 1, switching: 'relay' },
      })
      const client = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
        username: id,
        password: credential,
        clientId: `box-${id}`,
        reconnectPeriod: 200,
        queueQoSZero: false,
      })
      running.defer(() => void client.end(true))
      const box = n % 2 === 0 ? new ShellyDevice() : new TasmotaDevice()
      await plug(box, id, client)
      return new BrokerBox({ id, box, client, deviceId: device.id, landlord, database })
    }

    async function killBroker() {
      await broker.kill()
      await delay(Math.random() * awayMs)
      await broker.restart()
    }

    async function restart(server: typeof first) {
      await server.kill()
      await server.start()
    }
  })
})
