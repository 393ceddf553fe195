import type { Device } from '@coinless/contract/devices.ts'
import { payments } from '@coinless/contract/payments.ts'
import { queues } from '@coinless/contract/queues.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answered, testApp } from '../../../test/support/app.ts'
import { endCycles } from '../../../test/support/machine.ts'
import { makeCode, type TestUser, termsOf } from '../../../test/support/make.ts'
import { makeQueueRoom, queueCalls } from '../../../test/support/queues.ts'
import { makeOtherPlace, runCrashing } from '../../../test/support/room-model.ts'
import { advanceQueues } from './advance.ts'

const server = testApp()
const { advance, setRules } = queueCalls(server)

/** A room of some machines and people, and what they do in it, in any order. */
const people = 4
const machines = 2
const who = fc.nat({ max: people - 1 })
const where = fc.nat({ max: machines - 1 })
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('join', 'leave'), who }),
  fc.record({ kind: fc.constantFrom('hold', 'release', 'pay'), who, where }),
  fc.record({ kind: fc.constantFrom('end', 'silence', 'close', 'open', 'away', 'back'), where }),
  fc.record({ kind: fc.constant('crash'), statements: fc.nat({ max: 12 }) }),
  // The two calls run at once: a machine is never both paid by one and held by the other.
  fc.record({ kind: fc.constant('race'), who, where }),
  fc.record({ kind: fc.constantFrom('queue off', 'queue on') }),
)
/** Both machines run, and others wait. */
const atFirst: Step[] = [
  { kind: 'pay', who: 0, where: 0 },
  { kind: 'pay', who: 1, where: 1 },
  { kind: 'join', who: 3 },
  { kind: 'join', who: 2 },
]
type Step = { kind: string; who?: number; where?: number; statements?: number }

type Room = Awaited<ReturnType<typeof makeQueueRoom>> & {
  users: TestUser[]
  devices: Device[]
  relocate: Awaited<ReturnType<typeof makeOtherPlace>>
}

const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  status < 300 ? 'done' : (body as { code: string }).code

async function act(
  { landlord, users, devices, number, code, relocate }: Room,
  { kind, who = 0, where = 0 }: Step,
) {
  const as = users[who] as TestUser
  const device = devices[where] as Device
  const washer = { device_type: 'washer' } as const
  const call = async (endpoint: Parameters<typeof answered>[1], sent: object, by = as) =>
    codeOf(await answered(server.app, endpoint, by, sent))
  const pay = (by = as) =>
    call(payments.prepaid, { body: { ...termsOf(device), prepaid_code: code } }, by)
  const hold = () => call(queues.hold, { params: { id: device.id } })
  switch (kind) {
    case 'join':
      return call(queues.join, { params: { number }, body: washer })
    case 'leave':
      return call(queues.leave, { params: { number, ...washer } })
    case 'hold':
      return hold()
    case 'release':
      return call(queues.release, { params: { id: device.id } })
    case 'pay':
      return pay()
    case 'race': {
      const other = users[(who + 1) % people] as TestUser
      const [held, paid] = await Promise.all([hold(), pay(other)])
      const isNew = held === 'done' && !(await wasHeldBefore(device, as))
      expect([isNew, paid === 'done']).not.toEqual([true, true])
      return 'raced'
    }
    case 'end':
      return endCycles(server, device)
    case 'silence':
      return server.asOwner(`update machine_holds
        set created_at = created_at - interval '1 hour', expires_at = now() where device_id = '${device.id}' and ended_at is null`)
    case 'close':
    case 'open':
      return server.asOwner(
        `update devices set status = '${kind === 'open' ? 'active' : 'inactive'}' where id = '${device.id}'`,
      )
    case 'away':
    case 'back':
      return relocate(device, kind === 'away')
    case 'crash':
      return 'crashes with the job'
    default:
      return setRules(landlord, number, { queue_types: kind === 'queue on' ? ['washer'] : [] })
  }
}

async function wasHeldBefore({ id }: Device, user: TestUser) {
  const { rows } = await sql`select from machine_holds
    where device_id = ${id} and user_id = ${user.id} and ended_at is null and created_at < now() - interval '1 minute'`.execute(
    server.database,
  )
  return rows.length > 0
}

interface Entry {
  id: string
  user_id: string
  has_machine: boolean
}

/** The line, and who has which machine. */
async function stateOf({ devices }: Room) {
  const { rows: line } = await sql<Entry>`
    select entry.id, user_id, exists (
        select from machine_holds where queue_entry_id = entry.id and ended_at is null
      ) as has_machine
    from queue_entries as entry
    where room_id = (select id from rooms where location = ${devices[0]?.location}) and ended_at is null
    order by line_number`.execute(server.database)
  const { rows: holds } = await sql<{ device_id: string; user_id: string }>`
    select device_id, user_id from machine_holds
    where device_id = any (${devices.map(({ id }) => id)}::uuid[]) and ended_at is null and expires_at > now()`.execute(
    server.database,
  )
  const { rows: running } = await sql<{ device_id: string; user_id: string }>`
    select cycles.device_id, payer_id as user_id from cycles join transactions on transactions.id = cycles.id
    where cycles.device_id = any (${devices.map(({ id }) => id)}::uuid[]) and ended_at is null and ends_at > now()`.execute(
    server.database,
  )
  const { rows: away } = await sql<{ device_id: string }>`
    select id as device_id from devices
    where id = any (${devices.map(({ id }) => id)}::uuid[]) and location <> ${devices[0]?.location}`.execute(
    server.database,
  )
  return { line, holds, running, away }
}

type State = Awaited<ReturnType<typeof stateOf>>

/** Whether the payment may go through, as a user would judge from the room's state. */
function mayPay(
  { line, holds, running, away }: State,
  { users, devices }: Room,
  { who = 0, where = 0 }: Step,
) {
  const isHere = ({ device_id }: { device_id: string }) => device_id === devices[where]?.id
  if (away.some(isHere)) return true
  const holder = holds.find(isHere)
  const first = line.find(({ has_machine }) => !has_machine)
  const user = users[who]?.id
  const addsTime = running.some((each) => isHere(each) && each.user_id === user)
  return holder ? holder.user_id === user : !first || first.user_id === user || addsTime
}

// id: any-queue-1
test('holds a machine for one person, in the order of the line, whatever people do', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      const made = await makeQueueRoom(server, machines, { pause_minutes: 0 })
      const users = await made.people(people)
      const { code } = await makeCode(server, made.landlord, { balance: 1000 })
      const relocate = await makeOtherPlace(server, made.landlord)
      const room = { ...made, code, users, relocate, devices: [made.device, ...made.others] }
      for (const each of [...atFirst, ...steps]) {
        const before = await stateOf(room)
        const outcome = await act(room, each)
        if (each.kind === 'pay' && (outcome === 'done' || outcome === 'held_for_another')) {
          expect(mayPay(before, room, each), JSON.stringify(each)).toBe(outcome === 'done')
        }
        const asked = await stateOf(room)
        if (each.kind === 'crash') await runCrashing(server, each.statements ?? 0, advanceQueues)
        await advance()
        const { line, holds } = await stateOf(room)
        expect(new Set(holds.map(({ device_id }) => device_id)).size).toBe(holds.length)
        // Those called are the first of those who waited: no one after them got a machine.
        const waited = asked.line.filter(({ has_machine }) => !has_machine)
        const left = waited.map(({ id }) => line.find((entry) => entry.id === id))
        const called = left.map((entry) => entry?.has_machine)
        expect(called.lastIndexOf(true), JSON.stringify(called)).toBeLessThan(
          called.includes(false) ? called.indexOf(false) : called.length,
        )
      }
    }),
    { numRuns: Number(process.env.QUEUE_RUNS ?? 6) },
  )
})
