import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeCredential } from '../server/machines/controllers/credential.ts'
import { Box } from '../server/machines/simulated/box.ts'
import { connect, type Database } from '../server/platform/database/connection.ts'
import { freePort } from '../test/servers/ports.ts'
import type { Program } from '../test/servers/program.ts'
import { memoryOfMany } from './controller-memory.ts'
import { arrivalTimeoutMs, pay, paymentAt, type Room, startsOf } from './controller-starts.ts'
import type { World } from './database.ts'
import { payers, preparePayments, writePayments } from './payments.ts'
import { startServer, tokenOf } from './server.ts'
import { type Figure, median, rounded } from './statistics.ts'
import { wrk } from './wrk.ts'

/** Devices that are active, with enabled codes, except those that `writePayments` uses. */
const linkedNumbers = '^M-[0-9]*[245689]$'
const connections = 16
/** Connected before memory is measured, so that modules loaded once do not count. */
const firstOnes = 100
const restMs = 500

/** Controllers connected to one server by real WebSockets from this process. */
export async function benchControllers(
  world: World,
  count: number,
  rounds: number,
): Promise<Figure[]> {
  await preparePayments(world)
  const program = await startServer(world, { PORT: `${await freePort()}` })
  const tokens = await Promise.all(payers.map((payer) => tokenOf(world, payer)))
  const rooms = await makeRooms(world, program, count)
  try {
    return [
      ...(await memoryOfMany(
        program,
        () => connectAll(rooms.slice(0, firstOnes)),
        () => connectAll(rooms),
        rooms.length - firstOnes,
      )),
      // Before any machine runs: running ones exchange messages each half minute.
      await paymentsBeside(world, program, rooms, tokens, rounds),
      ...(await startsOf(program, rooms, tokens)),
      ...(await restart(world, program, rooms, tokens)),
    ]
  } finally {
    for (const { box } of rooms) box.disconnect()
    await program.stop()
  }
}

async function makeRooms({ url }: World, { address }: Program, count: number): Promise<Room[]> {
  const database = connect(url)
  try {
    const devices = await database
      .selectFrom('devices')
      .select(['id', 'owner_id', 'device_number'])
      .where('device_number', '~', linkedNumbers)
      .where('status', '=', 'active')
      .limit(count)
      .execute()
    if (devices.length < count) throw new Error(`Only ${devices.length} devices can be linked.`)
    const rooms: Room[] = []
    for (const { id, owner_id, device_number } of devices) {
      const { credential, credential_hash } = makeCredential()
      const controller_id = randomUUID()
      const controller = { id: controller_id, owner_id, name: device_number, credential_hash }
      await database
        .insertInto('controllers')
        .values({ ...controller, driver: 'coinless' })
        .execute()
      await database
        .insertInto('device_links')
        .values({ device_id: id, controller_id, channel: 1, switching: 'relay' })
        .execute()
      rooms.push(roomOf(address, credential, id, device_number))
    }
    return rooms
  } finally {
    await database.destroy()
  }
}

async function paymentWithoutLink({ url }: World) {
  const database = connect(url)
  const { id, device_number } = await database
    .selectFrom('devices')
    .select(['id', 'device_number'])
    .where('device_number', '=', 'M-1')
    .executeTakeFirstOrThrow()
  await database.destroy()
  return paymentAt(id, device_number)
}

function roomOf(server: string, credential: string, device_id: string, number: string): Room {
  const wire = (deliver: () => void) => {
    deliver()
    if (box.channels[0]?.switchedOn.length) room.startedAt ??= performance.now()
  }
  const box = new Box({ server, credential, channels: 1, wire })
  const room: Room = { box, payment: paymentAt(device_id, number), startedAt: undefined }
  return room
}

/** @returns its duration in seconds */
async function connectAll(rooms: Room[]): Promise<number> {
  const since = performance.now()
  for (const { box } of rooms) box.connect()
  return allConnected(rooms, since)
}

async function allConnected(rooms: Room[], since: number): Promise<number> {
  while (!rooms.every(({ box }) => box.isConnected)) {
    if (performance.now() - since > arrivalTimeoutMs)
      throw new Error('Not all controllers connected.')
    await delay(20)
  }
  return (performance.now() - since) / 1000
}

/** At devices without a link, in turn with all controllers connected and with none. */
async function paymentsBeside(
  world: World,
  program: Program,
  rooms: Room[],
  tokens: string[],
  rounds: number,
): Promise<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'coinless-bench-'))
  const database = connect(world.url)
  try {
    const lua = join(folder, 'pay.lua')
    await writePayments(lua, database, tokens)
    const ratios: number[] = []
    const figures: string[] = []
    for (let round = -1; round < rounds; round++) {
      await writtenDown(database, rooms.length)
      await atRest(world, program, tokens)
      const beside = (await wrk([program], lua, connections)).perSecond
      for (const { box } of rooms) box.disconnect()
      await writtenDown(database, 0)
      await atRest(world, program, tokens)
      const alone = (await wrk([program], lua, connections)).perSecond
      await connectAll(rooms)
      if (round < 0) continue
      ratios.push(beside / alone)
      figures.push(`${rounded(beside)} / ${rounded(alone)}`)
    }
    return {
      what: 'payments a second with all connected, and with none',
      figure: `${rounded(median(ratios))} (${figures.join(', ')})`,
      wanted: 'at least 0.9',
    }
  } finally {
    await database.destroy()
    await rm(folder, { recursive: true })
  }
}

/** Waits until the server has recorded all connections and disconnections. */
async function writtenDown(database: Database, connected: number) {
  const rows = database
    .selectFrom('controller_presence')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('connected_at', 'is not', null)
  while (Number((await rows.executeTakeFirstOrThrow()).count) !== connected) await delay(100)
}

/** Payments do not wait until connections and disconnections are recorded. */
async function atRest(world: World, program: Program, [token = '']: string[]) {
  const payment = await paymentWithoutLink(world)
  for (let since = 0; since === 0 || performance.now() - since > restMs; ) {
    since = performance.now()
    await pay(program, payment, token, randomUUID())
  }
}

/** A stopped server does not answer: the payer retries with the same key. */
async function restart(world: World, program: Program, rooms: Room[], tokens: string[]) {
  const { address } = program
  const payment = await paymentWithoutLink(world)
  const answers = new Map<number, number>()
  let isOpen = true
  let longestMs = 0
  const paying = tokens.slice(0, 4).map(async (token) => {
    while (isOpen) {
      const key = randomUUID()
      const since = performance.now()
      let status: number | undefined
      while (status === undefined) {
        status = await pay(program, payment, token, key).catch(() => delay(50))
      }
      longestMs = Math.max(longestMs, performance.now() - since)
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
  })
  const since = performance.now()
  await program.stop()
  await program.start()
  const startedAfter = (performance.now() - since) / 1000
  const seconds = await allConnected(rooms, since)
  isOpen = false
  await Promise.all(paying)
  if (program.address !== address) throw new Error('The server has a different address.')
  return [
    {
      what: `all back after a restart that took ${rounded(startedAfter)} s`,
      figure: `${rounded(seconds)} s`,
      wanted: 'at most 30 s',
    },
    {
      what: 'concurrent payments, by their answer',
      figure: `${JSON.stringify(Object.fromEntries(answers))}, the longest ${rounded(longestMs)} ms`,
      wanted: '201 alone',
    },
  ]
}
