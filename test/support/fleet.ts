import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { auth } from '@coinless/contract/auth.ts'
import { deviceLinks } from '@coinless/contract/device-links.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { findInconsistencies } from '../../server/ledger/entries/check.ts'
import type { Box, Wire } from '../../server/machines/simulated/box.ts'
import type { Database } from '../../server/platform/database/connection.ts'
import { ApiCaller } from '../../simulate/api-caller.ts'
import { furnish, simulatedTerms } from '../../simulate/furnish.ts'
import type { RoughNetwork } from '../servers/rough-network.ts'
import { account } from './bank.ts'
import { chance, drawn } from './chance.ts'
import { FleetMachine } from './fleet-machine.ts'
import { faultOf, outcomesOf, summaryOf } from './fleet-outcomes.ts'
import { untilAnswered } from './waiting.ts'

const dayMs = 24 * 3600 * 1000
const machinesOfTenant = 4
const mischiefMs = 100
const seenMs = 200
/** Polls after which an ending cycle is made due now, because waiting for a lost message takes up to a minute. */
const patientLooks = 5
const { price, duration_minutes } = simulatedTerms

/** Expected refusals. */
const reasons = new Set(['device_in_use', 'device_silent', 'device_fault', 'device_out_of_order'])

interface OpenCycle {
  id: string
  device_id: string
  state: string
}

/**
 * Laundry rooms whose controllers, lines and servers fail all the time, with people who pay, switch off by hand and
 * want refunds. Remembers the payments; each controller remembers what it switched on.
 */
export class Fleet {
  readonly paid: string[] = []
  readonly refused: string[] = []
  readonly landlord: ApiCaller
  private readonly machines: FleetMachine[] = []
  private readonly address: () => string
  private readonly network: RoughNetwork
  private readonly database: Database
  private code = ''
  private codeId = ''
  private isRough = true
  private isServing = true
  /** Delayed messages in transit. */
  private readonly underWay = new Set<() => void>()
  private open: OpenCycle[] = []
  /** Time lost in polls to other work on the computer or a killed database. */
  private lateMs = 0
  private seen = Promise.withResolvers<void>()

  /** @param address current address of a server */
  constructor(address: () => string, network: RoughNetwork, database: Database) {
    this.address = address
    this.network = network
    this.database = database
    this.landlord = new ApiCaller(address, account)
  }

  /** @param server where controllers connect */
  async furnish(server: string, controllers: number): Promise<void> {
    this.code = `FLEET-${randomUUID().slice(0, 18)}`
    const body = { code: this.code, balance: 10_000 }
    const issued = await this.landlord.call(prepaidCodes.create, { body, key: randomUUID() })
    this.codeId = issued.id
    let tenant = this.landlord
    for (let n = 0; n < controllers; n++) {
      if (n % machinesOfTenant === 0) tenant = await this.register(n)
      const { credential, deviceIds } = await furnish(this.landlord, `R${n}`, 1)
      // Clocks of boxes are a day behind, right, or a day ahead.
      const offMs = ((n % 3) - 1) * dayMs
      const counter = () => performance.now() + 2 * dayMs + offMs
      const settings = { server, credential, wire: this.wire, counter }
      const machine = new FleetMachine(settings, deviceIds[0] ?? '', tenant)
      this.machines.push(machine)
      machine.box.connect()
    }
  }

  /** For fleets that pay longer than the first balance lasts; a full code takes no more. */
  async topUp(amount: number): Promise<void> {
    const params = { id: this.codeId }
    await this.landlord.ask(prepaidCodes.topUp, { params, body: { amount }, key: randomUUID() })
  }

  /** Runs until it is closed and the last cycle of each machine has ended. */
  async serve(): Promise<void> {
    const watching = this.watch()
    const mischief = this.makeMischief()
    await Promise.all(this.machines.map((machine) => this.serveOne(machine)))
    this.isServing = false
    await Promise.all([watching, mischief])
  }

  /** Ends all faults, and delivers the messages in transit. */
  close(): void {
    this.isRough = false
    this.network.heal()
    for (const machine of this.machines) {
      machine.box.fault = undefined
      machine.reconnect()
    }
    for (const arrive of this.underWay) arrive()
    this.underWay.clear()
  }

  stop(): void {
    for (const { box } of this.machines) box.disconnect()
  }

  async expectWhole(): Promise<void> {
    expect(new Set(this.refused.filter((reason) => !reasons.has(reason)))).toEqual(new Set())
    const machines = new Map(this.machines.map((machine) => [machine.deviceId, machine]))
    const outcomes = await outcomesOf(
      this.database,
      (deviceId, start) => machines.get(deviceId)?.ranMs(start) ?? 0,
    )
    const late = this.lateMs / 1000
    console.log(summaryOf(outcomes, this.refused, late))
    expect(outcomes.map(({ id }) => id).sort()).toEqual(this.paid.sort())
    const switchedOn = this.machines.flatMap(({ channel }) => channel.switchedOn)
    expect(switchedOn.filter((start, n) => switchedOn.indexOf(start) !== n)).toEqual([])
    const starts = new Set(outcomes.map(({ start }) => start))
    expect(switchedOn.filter((start) => !starts.has(start))).toEqual([])
    expect(outcomes.flatMap((outcome) => faultOf(outcome, late) ?? [])).toEqual([])
    expect(this.machines.flatMap(({ channel }) => channel.until ?? [])).toEqual([])
    expect(outcomes.filter(({ loss }) => loss > 0)).not.toEqual([])
    expect(await findInconsistencies(this.database)).toEqual([])
  }

  private async register(n: number): Promise<ApiCaller> {
    const password = `a tenant of the fleet ${randomUUID()}`
    const email = `${randomUUID()}@example.com`
    const body = { email, password, full_name: `Tenant ${n}`, user_type: 'tenant' } as const
    await this.landlord.call(auth.register, { body })
    return new ApiCaller(this.address, { email, password })
  }

  private async serveOne(machine: FleetMachine): Promise<void> {
    if (machine === this.machines[0]) machine.becomeUnheard()
    while (this.isRough) {
      const fault = drawn({ silent: 4, refuses: 6, none: 90 })
      machine.box.fault = fault === 'none' ? undefined : fault
      const together = chance(0.15) ? 2 : 1
      await Promise.all(Array.from({ length: together }, () => this.pay(machine)))
      for (;;) {
        await this.look()
        const cycle = this.open.find(({ device_id }) => device_id === machine.deviceId)
        if (!cycle) break
        if (machine.isUnheard) await this.passUnheard(cycle)
        else if (cycle.state === 'running') await this.goOn(machine, cycle)
      }
      if (machine.isUnheard) this.hearAgain(machine)
      else if (chance(0.02)) machine.becomeUnheard()
    }
  }

  private async pay(machine: FleetMachine) {
    const byCard = chance(0.3)
    const outcome = await (byCard ? machine.payByCard() : machine.payWithCode(this.code))
    if ('paid' in outcome) return this.paid.push(outcome.paid)
    this.refused.push(outcome.refused)
    if (outcome.refused === 'device_out_of_order')
      await this.landlord.call(deviceLinks.lookedAt, { params: { id: machine.deviceId } })
  }

  /** Runs for a while, and then ends at random. */
  private async goOn({ box }: FleetMachine, { id }: OpenCycle) {
    const end = drawn({ timer: 50, hand: 20, power: 20, refund: 10 })
    const minutes = Math.floor(Math.random() * (duration_minutes - 1))
    const seconds = end === 'timer' ? duration_minutes * 60 : minutes * 60
    if (!(await this.timePasses(id, seconds))) return
    box.pass(seconds)
    if (end === 'hand') box.switchOff()
    if (end === 'power') await this.losePower(box)
    if (end === 'refund') await this.refund(id)
    await this.ended(id, end === 'refund')
  }

  /** It has run almost to the end, so that a loss smaller than the payment is a fault. */
  private hearAgain(machine: FleetMachine) {
    machine.box.pass((duration_minutes - 1) * 60)
    machine.becomeHeard()
  }

  private async losePower(box: Box) {
    box.losePower()
    await delay(Math.random() * 2000)
    box.connect()
  }

  private async refund(id: string) {
    const body = { amount: price, reason: 'The machine smelled' }
    await this.landlord.ask(refunds.create, { params: { id }, body, key: randomUUID() })
  }

  private async ended(id: string, isRefunded: boolean) {
    for (let looks = 1; this.open.some((cycle) => cycle.id === id); looks++) {
      await this.look()
      if (looks % patientLooks !== 0) continue
      await this.isDue(id)
      // A card that was just charged cannot be refunded yet.
      if (isRefunded) await this.refund(id)
    }
  }

  private async isDue(id: string) {
    const due = sql`update cycles set next_check_at = now() where id = ${id} and state = 'running'
      and next_check_at > now() + interval '5 seconds'`
    await untilAnswered(() => due.execute(this.database))
  }

  /** Nothing is heard from it until the refund. Moves time to the next check. */
  private async passUnheard({ id }: OpenCycle) {
    const passed = sql`
      with due as (
        select id, next_check_at - now() as ago from cycles
        where id = ${id} and state = 'starting' and next_check_at > now() for update
      ),
      moved as (
        update cycles set created_at = created_at - ago, next_check_at = next_check_at - ago
        from due where cycles.id = due.id returning device_id, ago
      ),
      linked as (
        update device_links set created_at = device_links.created_at - ago
        from moved where device_links.device_id = moved.device_id
      )
      update starts set created_at = created_at - ago, deadline = deadline - ago
      from due where cycle_id = due.id`
    await untilAnswered(() => passed.execute(this.database))
  }

  /** @returns whether time passed: not for a cycle that has ended */
  private async timePasses(id: string, seconds: number): Promise<boolean> {
    const ago = sql`make_interval(secs => ${seconds})`
    const since = this.database.selectFrom('cycles').select('run_since').where('id', '=', id)
    const before = await untilAnswered(() => since.executeTakeFirst())
    const { rows } = await untilAnswered(async () => {
      const now = await since.executeTakeFirst()
      if (now?.run_since?.getTime() !== before?.run_since?.getTime()) return { rows: [{ id }] }
      return sql`
        with moved as (
          update cycles set created_at = created_at - ${ago}, run_since = run_since - ${ago},
            ends_at = ends_at - ${ago}, last_running_at = last_running_at - ${ago},
            next_check_at = least(next_check_at, ends_at - ${ago} + interval '5 seconds')
          where id = ${id} and state = 'running' returning id, device_id
        ),
        started as (
          update starts set created_at = starts.created_at - ${ago}, deadline = deadline - ${ago}
          from moved where cycle_id = moved.id
        ),
        linked as (
          update device_links set created_at = created_at - ${ago}
          from moved where device_links.device_id = moved.device_id
        )
        select id from moved`.execute(this.database)
    })
    return rows.length > 0
  }

  private readonly wire: Wire = (deliver) => {
    if (!this.isRough || chance(0.8)) return deliver()
    if (chance(0.1)) return
    const times = chance(0.3) ? 2 : 1
    for (let n = 0; n < times; n++) this.deliverLater(deliver)
  }

  /** Later messages may overtake it. */
  private deliverLater(deliver: () => void) {
    const arrive = () => {
      if (this.underWay.delete(arrive)) deliver()
    }
    this.underWay.add(arrive)
    const longestMs = drawn({ 300: 70, 3000: 20, 20000: 10 })
    setTimeout(arrive, Math.random() * Number(longestMs))
  }

  private async makeMischief() {
    while (this.isRough) {
      await delay(mischiefMs)
      const what = drawn({ nothing: 60, lag: 10, heal: 10, cut: 8, halfOpen: 8, power: 4 })
      if (what === 'lag') this.network.lag(Math.random() * 2000)
      if (what === 'heal') this.network.heal()
      if (what === 'cut') this.network.cut()
      if (what === 'halfOpen') this.network.halfOpen()
      const machine = this.machines[Math.floor(Math.random() * this.machines.length)]
      if (what === 'power' && machine && !machine.isUnheard) await this.losePower(machine.box)
    }
  }

  /** Polls the open cycles, at most one per device at any moment. */
  private async watch() {
    while (this.isServing) {
      const since = performance.now()
      await delay(seenMs)
      const { rows } = await untilAnswered(() =>
        sql<OpenCycle>`select id, device_id, state from cycles where ended_at is null`.execute(
          this.database,
        ),
      )
      const devices = rows.map(({ device_id }) => device_id)
      expect(devices.length).toBe(new Set(devices).size)
      this.open = rows
      this.lateMs += performance.now() - since - seenMs
      const { resolve } = this.seen
      this.seen = Promise.withResolvers()
      resolve()
    }
  }

  /** Waits for a poll that began after this call. */
  private async look() {
    await this.seen.promise
    await this.seen.promise
  }
}
