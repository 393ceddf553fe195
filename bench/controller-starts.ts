import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { deviceDefaults } from '@coinless/contract/device-defaults.ts'
import type { Box } from '../server/machines/simulated/box.ts'
import { codeOfMany } from '../test/servers/many-rows.ts'
import type { Program } from '../test/servers/program.ts'
import { type Figure, median, quantile, rounded } from './statistics.ts'

/** If there is more than one round, the first does not count. */
const startRates = [
  { perSecond: 1, starts: 20, rounds: 1 },
  { perSecond: 100, starts: 1000, rounds: 4 },
]
const startRounds = 5
export const arrivalTimeoutMs = 120_000

/** A controller, its machine and the time when it last switched on. */
export interface Room {
  box: Box
  payment: ReturnType<typeof paymentAt>
  startedAt: number | undefined
}

/** Starts each machine once: it runs longer than the benchmark. */
export async function startsOf(program: Program, rooms: Room[], tokens: string[]) {
  const most = Math.floor(rooms.length / startRounds)
  let used = 0
  const figures: Figure[] = []
  for (const { perSecond, starts, rounds } of startRates) {
    const few = Math.min(starts, most)
    const measured: number[][] = []
    for (let round = 0; round < rounds; round++) {
      const chosen = rooms.slice(used, used + few)
      used += few
      measured.push(await startsAt(perSecond, program, chosen, tokens))
    }
    const counted = measured.slice(rounds > 1 ? 1 : 0)
    const p99 = counted.map((times) => quantile(times, 0.99))
    figures.push({
      what: `payment to start at the controller, ${few} at ${perSecond} a second`,
      figure: `p50 ${rounded(median(counted.flat()))} ms, p99 ${rounded(median(p99))} ms (${p99.map(rounded).join(', ')})`,
      wanted: perSecond === 100 ? 'p99 below 50 ms' : '',
    })
  }
  return figures
}

/** @returns the duration of each start, in milliseconds */
function startsAt(perSecond: number, program: Program, rooms: Room[], tokens: string[]) {
  return Promise.all(
    rooms.map(async (room, n) => {
      await delay((n * 1000) / perSecond)
      return startOf(program, room, tokens[n % tokens.length] ?? '')
    }),
  )
}

/** @returns milliseconds from sending the payment until the machine switches on */
async function startOf(program: Program, room: Room, token: string): Promise<number> {
  const paidAt = performance.now()
  const status = await pay(program, room.payment, token, randomUUID())
  if (status !== 201) throw new Error(`A payment failed with status ${status}.`)
  while (room.startedAt === undefined) {
    if (performance.now() - paidAt > arrivalTimeoutMs) throw new Error('A start did not arrive.')
    await delay(1)
  }
  return room.startedAt - paidAt
}

export async function pay({ address }: Program, payment: object, token: string, key: string) {
  const answer = await fetch(`${address}/api/payments/prepaid`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(payment),
  })
  const text = await answer.text()
  if (answer.status !== 201) console.error(`A payment was refused: ${text}`)
  return answer.status
}

export function paymentAt(device_id: string, number: string) {
  const { price: amount, duration_minutes: duration } = deviceDefaults
  return { device_id, prepaid_code: codeOfMany(Number(number.slice(2))), amount, duration }
}
