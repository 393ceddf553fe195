import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { deviceLinks } from '@coinless/contract/device-links.ts'
import { payments } from '@coinless/contract/payments.ts'
import { sql } from 'kysely'
import type { MqttClient } from 'mqtt'
import type { Database } from '../../server/platform/database/connection.ts'
import type { ApiCaller } from '../../simulate/api-caller.ts'
import { simulatedTerms } from '../../simulate/furnish.ts'
import { passedTime } from '../servers/passed-time.ts'
import { drawn } from './chance.ts'
import { publishState } from './mqtt-room.ts'
import { ShellyDevice } from './shelly-device.ts'
import { TasmotaDevice } from './tasmota-device.ts'
import { untilAnswered } from './waiting.ts'

const { price, duration_minutes } = simulatedTerms
const lookMs = 100

/** Result of a payment at the box. */
export interface Paid {
  id: string
  /** How often the box was switched on for it. */
  switchedOn: number
}

interface Owned {
  id: string
  box: ShellyDevice | TasmotaDevice
  client: MqttClient
  deviceId: string
  landlord: ApiCaller
  database: Database
}

/** A machine on a box at a broker that may be down, and its payer. */
export class BrokerBox {
  readonly paid: Paid[] = []
  readonly refused: string[] = []
  private readonly its: Owned

  constructor(its: Owned) {
    this.its = its
  }

  get isOn(): boolean {
    const { box } = this.its
    return box instanceof TasmotaDevice ? box.power : box.switch().output
  }

  /** Pays, lets the machine run, ends the run at random, and waits for the final state. */
  async payOnce(prepaid_code: string): Promise<void> {
    const before = this.timesOn
    const { status, body } = await this.its.landlord.ask(payments.prepaid, {
      body: {
        device_id: this.its.deviceId,
        amount: price,
        duration: duration_minutes,
        prepaid_code,
      },
      key: randomUUID(),
    })
    const { transaction, code = `${status}` } = body as {
      transaction?: { id: string }
      code?: string
    }
    if (!transaction) return this.wasRefused(code)
    if ((await this.stateAfter(transaction.id, 'starting')) === 'running') {
      await this.end(transaction.id)
      await this.stateAfter(transaction.id, 'running')
    }
    this.paid.push({ id: transaction.id, switchedOn: this.timesOn - before })
  }

  private get timesOn(): number {
    const { box } = this.its
    if (box instanceof ShellyDevice) return box.sets.filter(({ params }) => isOn(params)).length
    return box.switches.filter(([, payload]) => payload === 'ON').length
  }

  private async wasRefused(code: string): Promise<void> {
    this.refused.push(code)
    if (code === 'device_out_of_order')
      await this.its.landlord.call(deviceLinks.lookedAt, { params: { id: this.its.deviceId } })
    await delay(lookMs)
  }

  private async end(id: string): Promise<void> {
    const { box, client, database } = this.its
    const end = drawn({ timer: 50, hand: 25, power: 25 })
    const seconds = end === 'timer' ? duration_minutes * 60 : 600
    await untilAnswered(() => sql.raw(passedTime(id, seconds)).execute(database))
    box.pass(seconds)
    if (end === 'power') box.losePower()
    if (end !== 'hand') return
    const said = box.turn(false)
    if (said && client.connected) publishState(client, this.its.id, said)
  }

  /** Waits for another state. Makes a running cycle due for a check. */
  private async stateAfter(id: string, state: string): Promise<string> {
    for (let look = 1; ; look++) {
      const row = await untilAnswered(() =>
        this.its.database
          .selectFrom('cycles')
          .select('state')
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      )
      if (row.state !== state) return row.state
      await delay(lookMs)
      if (look % 10 === 0 && state === 'running') await this.isDue(id)
    }
  }

  private async isDue(id: string) {
    const due = sql`update cycles set next_check_at = now() where id = ${id} and state = 'running'`
    await untilAnswered(() => due.execute(this.its.database))
  }
}

function isOn(params: object | undefined): boolean {
  return (params as { on?: boolean } | undefined)?.on === true
}
