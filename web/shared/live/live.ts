import type { LiveEvent } from '@coinless/contract/cycles.ts'
import { limits } from '@coinless/contract/limits.ts'
import { calls } from '../calls/calls.ts'
import { follow } from '../calls/follow.ts'
import { createStore } from '../ui/store.ts'

// One connection per visible tab, for all machine data on its screens. It only reports changes, and the screens reload.
// Without it they poll every few seconds, so that no screen depends on it.

export interface Followed {
  devices?: readonly string[]
  cycles?: readonly string[]
  /** Ids of listed controllers. */
  controllers?: readonly string[]
  controller?: string | undefined
  /** Id of the device. */
  link?: string | undefined
  transaction?: string | undefined
  attention?: boolean
  /** Id of the room, for its queues. */
  room?: string | undefined
}

/** Shown values by kind and id; null: none. */
export type ShownValues = Record<string, object | null>

/** Keys in `Known`. */
export const keyOf = {
  device: (id: string) => `device ${id}`,
  cycle: (id: string) => `cycle ${id}`,
  controller: (id: string) => `controller ${id}`,
  listed: (id: string) => `listed ${id}`,
  transaction: (id: string) => `transaction ${id}`,
  attention: 'attention',
  linkOf: (deviceId: string) => `link of ${deviceId}`,
  queuesOf: (roomId: string) => `queues of ${roomId}`,
}

interface Follower {
  followed: Followed
  changed: () => void
}

/** The server sends the first event immediately, but some proxies buffer it. */
const firstEventMs = 5_000
const silenceMs = 2.5 * limits.eventBeatSeconds * 1000
const firstPauseMs = 1_000
const longestPauseMs = 60_000

const followers = new Set<Follower>()
/** Last values received on this connection. */
const told: ShownValues = {}
/** Whether the connection is receiving changes. */
export const isLive = createStore(false)
let connection: { ids: string; abort: AbortController } | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let pauseMs = firstPauseMs

/**
 * Follows things until it is stopped.
 * @param changed called when one of them has changed, or may have
 * @returns a function that stops it
 */
export function followLive(followed: Followed, changed: () => void): () => void {
  if (followers.size === 0) listenToBrowser()
  const follower = { followed, changed }
  followers.add(follower)
  schedule(0)
  return () => {
    followers.delete(follower)
    schedule(0)
  }
}

/**
 * Loaded data may be newer than the last event, and no event follows if the value changed back before the server
 * checked: poll while they differ.
 */
export function isUpToDate(known: ShownValues): boolean {
  return Object.entries(known).every(([key, shown]) => factsOf(shown) === factsOf(told[key]))
}

const byTheClock = new Set(['remaining_seconds', 'stop_gives_back', 'overAt', 'available_at'])

/** All values except those that change with the clock. */
function factsOf(shown: object | null | undefined) {
  return JSON.stringify(shown, inOrder)
}

function inOrder(name: string, value: unknown) {
  if (byTheClock.has(name)) return undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}

let isListening = false
function listenToBrowser() {
  if (isListening) return
  isListening = true
  const again = () => {
    pauseMs = firstPauseMs
    schedule(0)
  }
  document.addEventListener('visibilitychange', again)
  window.addEventListener('online', again)
}

/** Followers that come and go at the same moment, as on a change of screen, share a connection. */
function schedule(ms: number) {
  clearTimeout(timer)
  timer = setTimeout(connect, ms)
}

function connect() {
  const query = document.hidden ? {} : allFollowed()
  const ids = JSON.stringify(query)
  if (connection?.ids === ids) return
  connection?.abort.abort()
  connection = undefined
  forget()
  if (ids !== '{}') void listen(query, ids)
}

function allFollowed() {
  const all = [...followers]
  const list = (ids: (string | undefined)[]) =>
    [...new Set(ids)].sort().slice(0, limits.listLimitMax).join(',')
  const devices = list(all.flatMap(({ followed }) => followed.devices ?? []))
  const cycles = list(all.flatMap(({ followed }) => followed.cycles ?? []))
  const controllers = list(all.flatMap(({ followed }) => followed.controllers ?? []))
  // A screen shows at most one of each.
  const one = <Name extends keyof Followed>(name: Name) =>
    all.find(({ followed }) => followed[name])?.followed[name]
  const [controller, link, transaction] = [one('controller'), one('link'), one('transaction')]
  const room = one('room')
  return {
    ...(devices && { devices }),
    ...(cycles && { cycles }),
    ...(controllers && { controllers }),
    ...(controller && { controller }),
    ...(link && { link }),
    ...(transaction && { transaction }),
    ...(one('attention') && { attention: 'true' as const }),
    ...(room && { room }),
  }
}

async function listen(query: ReturnType<typeof allFollowed>, ids: string) {
  const own = { ids, abort: new AbortController() }
  connection = own
  const { signal } = own.abort
  let silence = setTimeout(() => own.abort.abort(), firstEventMs)
  const hear = (event: LiveEvent | undefined) => {
    clearTimeout(silence)
    silence = setTimeout(() => own.abort.abort(), silenceMs)
    if (connection !== own) return
    pauseMs = firstPauseMs
    setLive(true)
    if (event) tell(event, query)
  }
  // Retries after any end: the polling queries report failures.
  await follow(calls.cycles.events, { query, signal }, hear).catch(() => {})
  // A connection whose event handler failed is still open, and browsers allow only a few.
  own.abort.abort()
  clearTimeout(silence)
  if (connection !== own) return
  connection = undefined
  forget()
  schedule(pauseMs * (0.5 + Math.random()))
  pauseMs = Math.min(pauseMs * 2, longestPauseMs)
}

function tell(event: LiveEvent, asked: ReturnType<typeof allFollowed>) {
  const changed: ShownValues = {}
  for (const state of event.devices) changed[keyOf.device(state.device_id)] = state
  for (const cycle of event.cycles) changed[keyOf.cycle(cycle.id)] = cycle
  for (const each of event.controllers ?? []) changed[keyOf.listed(each.id)] = each
  if (event.attention) changed[keyOf.attention] = event.attention
  if (event.transaction !== undefined && asked.transaction)
    changed[keyOf.transaction(asked.transaction)] = event.transaction
  if (event.controller !== undefined && asked.controller)
    changed[keyOf.controller(asked.controller)] = event.controller
  if (event.link !== undefined && asked.link) changed[keyOf.linkOf(asked.link)] = event.link
  if (event.queues !== undefined && asked.room) changed[keyOf.queuesOf(asked.room)] = event.queues
  Object.assign(told, changed)
  for (const follower of followers) {
    if (keysOf(follower.followed).some((key) => key in changed)) follower.changed()
  }
}

function keysOf({ devices = [], cycles = [], controllers = [], ...one }: Followed): string[] {
  const { controller, link, transaction, attention, room } = one
  return [
    ...devices.map(keyOf.device),
    ...cycles.map(keyOf.cycle),
    ...controllers.map(keyOf.listed),
    ...(transaction ? [keyOf.transaction(transaction)] : []),
    ...(attention ? [keyOf.attention] : []),
    ...(controller ? [keyOf.controller(controller)] : []),
    ...(link ? [keyOf.linkOf(link)] : []),
    ...(room ? [keyOf.queuesOf(room)] : []),
  ]
}

function forget() {
  for (const key of Object.keys(told)) delete told[key]
  setLive(false)
}

function setLive(live: boolean) {
  if (live !== isLive.get()) isLive.set(live)
}
