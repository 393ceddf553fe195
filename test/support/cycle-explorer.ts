import type { CycleEvent } from '../../server/payments/cycles/cycle.ts'
import { movesOf } from './cycle-moves.ts'
import {
  applyCardAnswer,
  applyEvent,
  at,
  reportOf,
  type Scenario,
  send,
  sendPulses,
  toBox,
  type World,
} from './cycle-world.ts'

interface Node {
  world: World
  move: string
  before: Node | undefined
}

/**
 * Passes every world that this many moves can reach to `check`, with its predecessor, breadth first and once each.
 * @returns number of worlds
 */
export function explore(
  first: World,
  scenario: Scenario,
  depth: number,
  check: (world: World, before: World) => string | undefined,
): number {
  const seen = new Set([keyOf(first)])
  let front: Node[] = [{ world: first, move: 'begin', before: undefined }]
  for (let level = 0; level < depth; level++) {
    const reached: Node[] = []
    for (const before of front) {
      for (const [move, world] of movesOf(before.world, scenario)) {
        const key = keyOf(world)
        if (seen.has(key)) continue
        seen.add(key)
        const node = { world, move, before }
        const fault = check(world, before.world)
        if (fault) throw new Error(`${fault}\n${pathTo(node)}`)
        reached.push(node)
      }
    }
    front = reached
  }
  return seen.size
}

function pathTo(node: Node | undefined): string {
  if (!node) return ''
  const { cycle, box, ledger } = node.world
  const now = { cycle, box, ledger }
  return `${pathTo(node.before)}${node.move} → ${cycle.state}\n${node.before ? '' : JSON.stringify(now)}`
}

/** Same key for worlds that differ only in the time of day. */
function keyOf(world: World): string {
  return textOf(world, world.now)
}

function textOf(value: unknown, now: number): string {
  if (typeof value === 'number') {
    return value > 500_000_000 ? `t${Math.max((value - now) / 1000, -900)},` : `${value},`
  }
  if (typeof value !== 'object' || value === null) return `${value},`
  let text = '('
  for (const part of Object.values(value)) text += textOf(part, now)
  return `${text})`
}

const patience = 200

/**
 * Final state if nothing else goes wrong: the controller reconnects and reports its state, all messages arrive in
 * order, and checks are on time.
 */
export function withoutFaults(world: World, scenario: Scenario): World {
  let calm = reconnected({ ...world, isCut: false }, scenario)
  for (let step = 0; step < patience; step++) {
    const next = calmStep(calm, scenario)
    // At the latest, another reconnect reports what the controller counted.
    if (!next) return drained(reconnected(calm, scenario), scenario)
    calm = next
  }
  throw new Error(`does not end: ${JSON.stringify(world)}`)
}

function drained(world: World, scenario: Scenario): World {
  let calm = world
  for (let step = 0; step < patience; step++) {
    const next = calmStep(calm, scenario)
    if (!next) return calm
    calm = next
  }
  throw new Error(`does not end: ${JSON.stringify(world)}`)
}

function reconnected(world: World, scenario: Scenario): World {
  if (!world.isLinked) return world
  const { nextCheckAt } = world.cycle
  const now = nextCheckAt === null ? world.now + 1000 : world.now
  const later = at(world, now)
  return { ...later, toServer: [...later.toServer, reportOf(later, later.now, scenario)] }
}

function calmStep(world: World, scenario: Scenario): World | undefined {
  const {
    unsent,
    toBox: [down, ...toBoxLeft],
    toServer: [up, ...toServerLeft],
    card,
    now,
  } = world
  if (unsent.length > 0) return send(world)
  if (card.length > 0) return applyCardAnswer(world)
  if (world.box.pending > 0) return sendPulses(world, scenario)
  if (down) return toBox({ ...world, toBox: toBoxLeft }, down, scenario)
  if (up) {
    return applyEvent(
      { ...world, toServer: toServerLeft },
      { ...up, at: now } as CycleEvent,
      scenario,
    )
  }
  const { nextCheckAt } = world.cycle
  if (nextCheckAt === null) return undefined
  const time = Math.max(now, nextCheckAt)
  return applyEvent(at(world, time), { kind: 'checked', at: time, checkingMs: 0 }, scenario)
}
