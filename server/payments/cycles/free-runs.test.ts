import { limits } from '@coinless/contract/limits.ts'
import { afterEach, expect, test } from 'vitest'
import { cardLaundry } from '../../../test/support/card-laundry.ts'
import type { Machine } from '../../../test/support/machine.ts'
import { makeCode, makeGuest } from '../../../test/support/make.ts'
import { stripeWorld } from '../../../test/support/stripe-world.ts'

const world = stripeWorld()
const { server } = world
const { makeRoom, payAt, cycleOf, expectState, later, expectAddsUp, lossesOf } = cardLaundry(world)

afterEach(expectAddsUp)

type Said = NonNullable<Machine['state']>

async function room(wiring: Parameters<typeof makeRoom>[0]) {
  const made = await makeRoom(wiring)
  const { machine, landlord, device, tenant, code } = made
  async function begin(pay = () => payAt(tenant, device, code.code)) {
    machine.state = {}
    const told = machine.starts.length
    const id = await pay()
    await expect.poll(() => machine.starts.length).toBe(told + 1)
    return id
  }
  async function accepted(pay?: () => Promise<string>) {
    const id = await begin(pay)
    await machine.answer('accepted')
    await expectState(id, 'running')
    return id
  }
  const entry = (facts: Partial<NonNullable<Said['entry']>> = {}) => {
    const start = machine.starts.at(-1)?.id ?? ''
    const fixed = { start, result: 'accepted', switched: true, ran_seconds: null } as const
    return { ...fixed, watts: null, busy: false, ...facts }
  }
  async function hear(id: string, seconds: number, state: Said | null) {
    machine.state = state
    await later(id, seconds)
    await machine.quiet()
  }
  /** Pays, and reports twice that the machine is not busy. */
  async function idle(pay?: () => Promise<string>) {
    const id = await accepted(pay)
    await hear(id, 60, { busy: false })
    await hear(id, 300, { busy: false })
    return id
  }
  /** Starts the machine by hand; the controller reports it unsolicited, without a start. */
  async function press(id: string) {
    machine.state = { busy: true }
    await machine.say()
    await expect.poll(() => lossesOf(id)).toHaveLength(1)
    machine.state = {}
    await machine.quiet()
  }
  /** Another payer with another code. */
  const another = async () => {
    const [as, its] = [await makeGuest(server), await makeCode(server, landlord)]
    return () => payAt(as, device, its.code)
  }
  return { ...made, begin, accepted, entry, hear, idle, press, another }
}

/** Moves a cycle before the later ones, whose time tests turn back. */
function yesterday(id: string) {
  return server.asOwner(
    `update cycles set created_at = created_at - interval '1 day' where id = '${id}'`,
  )
}

const coins = { switching: 'pulses', evidence: 'busy' } as const
const isOwners = (id: string) => expectState(id, 'finished', 'undecided')
const isRefunded = (id: string) => expectState(id, 'not_started', 'no_power')

test('notices a run hours after the refund, from a controller that names no start', async () => {
  const { idle, press } = await room(coins)
  const id = await idle()
  await isRefunded(id)
  await server.asOwner(
    `update cycles set ended_at = ended_at - interval '5 hours' where id = '${id}'`,
  )
  await press(id)
  await isOwners(await idle())
})

test('counts a run after a cycle that finished first and was corrected to no power later', async () => {
  const { accepted, entry, hear, press, idle, device } = await room(coins)
  const id = await accepted()
  await hear(id, device.duration_minutes * 60 + 1, null)
  for (const seconds of [5, 5]) await hear(id, seconds, null)
  await expectState(id, 'finished', 'time_over')
  await hear(id, 60, { busy: false, entry: entry() })
  await isRefunded(id)
  await press(id)
  await isOwners(await idle())
})

test('corrects a finished cycle to undecided if the machine ran free before', async () => {
  const { accepted, entry, hear, press, idle, device } = await room(coins)
  await press(await idle())
  const id = await accepted()
  await hear(id, device.duration_minutes * 60 + 1, null)
  for (const seconds of [5, 5]) await hear(id, seconds, null)
  await expectState(id, 'finished', 'time_over')
  await hear(id, 60, { busy: false, entry: entry() })
  await isOwners(id)
})

test('counts no power during the start, and leaves the next refund to the owner', async () => {
  const { begin, entry, hear, press } = await room(coins)
  const unused = async () => {
    const id = await begin()
    await hear(id, 10, { entry: entry({ switched: null, ran_seconds: 60 }) })
    return id
  }
  const id = await unused()
  await isRefunded(id)
  await press(id)
  await isOwners(await unused())
})

test('counts the coins of alternating payers, though only the last start ran free', async () => {
  const { idle, press, another } = await room(coins)
  await isRefunded(await idle())
  const second = await idle(await another())
  await isRefunded(second)
  await server.asOwner('update device_links set out_of_order_at = null')
  await press(second)
  await isOwners(await idle())
})

test('counts the coins of a refund that the next payment used', async () => {
  const { idle, accepted, hear, device } = await room(coins)
  const id = await idle()
  await isRefunded(id)
  await yesterday(id)
  const ran = await accepted()
  await hear(ran, 60, { busy: true })
  await hear(ran, device.duration_minutes * 60, { busy: false })
  await expect.poll(async () => (await cycleOf(ran)).idle_since).not.toBeNull()
  await hear(ran, 300, { busy: false })
  expect((await cycleOf(ran)).state).toBe('finished')
  await isOwners(await idle())
})

test('stops refunding at a coin machine after several free runs, for every payer', async () => {
  const { idle, press, another } = await room(coins)
  for (let run = 1; run <= limits.freeRuns; run++) {
    await server.asOwner('update device_links set out_of_order_at = null')
    const id = await idle(await another())
    await isRefunded(id)
    await press(id)
  }
  await server.asOwner('update device_links set out_of_order_at = null')
  await isOwners(await idle(await another()))
})

test('leaves a relay that is off before its first answer to the owner if it ran after a refund', async () => {
  const { accepted, hear, machine, device } = await room({})
  const offAtOnce = async () => {
    const id = await accepted()
    await hear(id, 10, { running: false })
    return id
  }
  const id = await offAtOnce()
  await expectState(id, 'not_started', 'did_not_run')
  await yesterday(id)
  const ran = await accepted()
  await hear(ran, 10, { running: true, start: machine.starts.at(-1)?.id ?? '' })
  await hear(ran, device.duration_minutes * 60, { running: false })
  await expectState(ran, 'finished', 'time_over')
  await isOwners(await offAtOnce())
})

test('leaves a silent relay to the owner once its journal shows a run after a refund', async () => {
  const { begin, entry, hear, machine } = await room({})
  const silent = async () => {
    const id = await begin()
    await hear(id, 10, null)
    for (let asked = 1; asked <= limits.asks; asked++) await hear(id, limits.askSeconds, null)
    return id
  }
  const id = await silent()
  await expectState(id, 'not_started', 'silent')
  for (let asked = 1; asked <= limits.asks; asked++) await hear(id, limits.askSeconds, null)
  expect((await cycleOf(id)).next_check_at).toBeNull()
  machine.state = { running: false, entry: entry({ ran_seconds: 1800 }) }
  await machine.say()
  await expect.poll(() => lossesOf(id)).toHaveLength(1)
  await machine.quiet()
  await isOwners(await silent())
})
