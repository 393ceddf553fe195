import type { MinorUnits } from '@coinless/contract/money.ts'
import { rest } from '../../server/payments/cycles/amounts.ts'
import type { CycleEvent } from '../../server/payments/cycles/cycle.ts'
import {
  applyCardAnswer,
  applyEvent,
  at,
  factsOf,
  off,
  reportOf,
  type Scenario,
  send,
  sendPulses,
  toBox,
  type World,
} from './cycle-world.ts'

export type Move = [name: string, world: World]

/** All possible next moves. */
export function movesOf(world: World, scenario: Scenario): Move[] {
  const { unsent, card } = world
  // Unsent commands are sent at once or never; delays belong to the wire.
  if (unsent.length > 0) {
    const isKilled = world.left.kill > 0
    return [
      ['send', send(world)],
      ...(isKilled ? [['kill', { ...spend(world, 'kill'), unsent: [] }] satisfies Move] : []),
    ]
  }
  if (card.length > 0) return processor(world, scenario)
  return [
    ...server(world, scenario),
    ...wire(world, scenario),
    ...box(world, scenario),
    ...persons(world, scenario),
  ]
}

function spend(world: World, kind: keyof World['left']): World {
  return { ...world, left: { ...world.left, [kind]: world.left[kind] - 1 } }
}

function processor(world: World, scenario: Scenario): Move[] {
  const { card, left, now } = world
  const moves: Move[] = [['card', applyCardAnswer(world)]]
  if (card[0] === 'capture' && left.person > 0) {
    const refused = { ...applyCardAnswer(spend(world, 'person'), true), isCaptureLost: true }
    moves.push([
      'capture refused',
      applyEvent(refused, { kind: 'capture_failed', at: now }, scenario),
    ])
  }
  return moves
}

function server(world: World, scenario: Scenario): Move[] {
  const { now, left } = world
  const { nextCheckAt } = world.cycle
  if (nextCheckAt === null) return []
  const look = (time: number, from: World) =>
    applyEvent(at(from, time), { kind: 'checked', at: time, checkingMs: 0 }, scenario)
  const moves: Move[] = [['look', look(Math.max(now, nextCheckAt), world)]]
  if (left.late > 0) moves.push(['late look', look(nextCheckAt + 600_000, spend(world, 'late'))])
  return moves
}

function wire(world: World, scenario: Scenario): Move[] {
  const { left, now } = world
  const moves: Move[] = []
  const without = <T>(items: T[], index: number) => items.filter((_, n) => n !== index)
  for (const [n, message] of world.toBox.entries()) {
    const rest = { ...world, toBox: without(world.toBox, n) }
    moves.push([`box gets ${message.do}`, toBox(rest, message, scenario)])
    if (left.drop > 0) moves.push([`lost ${message.do}`, spend(rest, 'drop')])
    if (left.duplicate > 0) {
      moves.push([`${message.do} twice`, toBox(spend(world, 'duplicate'), message, scenario)])
    }
  }
  for (const [n, message] of world.toServer.entries()) {
    const rest = { ...world, toServer: without(world.toServer, n) }
    const event = { ...message, at: now } as CycleEvent
    moves.push([`server gets ${message.kind}`, applyEvent(rest, event, scenario)])
    if (left.drop > 0) moves.push([`lost ${message.kind}`, spend(rest, 'drop')])
    if (left.duplicate > 0) {
      moves.push([`${message.kind} twice`, applyEvent(spend(world, 'duplicate'), event, scenario)])
    }
  }
  if (left.cut > 0 && !world.isCut) {
    moves.push(['line cut', { ...spend(world, 'cut'), isCut: true, toBox: [], toServer: [] }])
  }
  if (world.isCut) moves.push(['line back', { ...world, isCut: false }])
  return moves
}

function box(world: World, scenario: Scenario): Move[] {
  const { left, now, cycle } = world
  const moves: Move[] = []
  if (!scenario.link) return moves
  if (world.box.pending > 0) moves.push(['pulses', sendPulses(world, scenario)])
  if (left.push > 0 && !world.isCut) {
    const toServer = [...world.toServer, reportOf(world, null, scenario)]
    moves.push(['push', { ...spend(world, 'push'), toServer }])
  }
  if (left.reboot > 0) {
    const isRelay = scenario.link.switching === 'relay'
    const cut = isRelay ? off(world.box, now) : world.box
    const rebooted = { ...cut, boot: `${cut.boot}b`, pending: 0 }
    moves.push(['reboot', { ...spend(world, 'reboot'), box: rebooted }])
  }
  if (left.hand > 0 && world.box.isOn) {
    moves.push(['off by hand', { ...spend(world, 'hand'), box: off(world.box, now) }])
  }
  const { isOn, until } = world.box
  if (isOn && until > now && until < (cycle.nextCheckAt ?? Number.POSITIVE_INFINITY)) {
    moves.push(['timer', at(world, until)])
  }
  return moves
}

function persons(world: World, scenario: Scenario): Move[] {
  const { left, now, cycle } = world
  if (left.person === 0) return []
  const from = spend(world, 'person')
  const moves: Move[] = [
    [
      'stop',
      applyEvent({ ...from, isStoppedByCustomer: true }, { kind: 'stopped', at: now }, scenario),
    ],
    ['restart', applyEvent(from, { kind: 'restarted', at: now }, scenario)],
  ]
  for (const amount of [100 as MinorUnits, rest(cycle, factsOf(scenario))]) {
    if (amount === 0) continue
    const after = applyEvent(from, { kind: 'refunded', at: now, amount }, scenario)
    const byPerson = after.refusal ? world.byPerson : world.byPerson + amount
    moves.push([`refund ${amount}`, { ...after, byPerson }])
  }
  if (world.isLinked) {
    const unlinked = { ...from, isLinked: false }
    moves.push(['unlink', applyEvent(unlinked, { kind: 'unlinked', at: now }, scenario)])
  }
  return moves
}
