import type { Cycle, DeviceState, LiveEvent } from '@coinless/contract/cycles.ts'
import { limits } from '@coinless/contract/limits.ts'
import { calls } from '../calls/calls.ts'
import { follow } from '../calls/client.ts'

// One connection of a visible tab, for all that its screens show of devices and cycles. It says that
// something has changed, and whoever shows it asks anew: where it does not get through, they ask every few
// seconds instead, so that no screen needs it to be right.

export interface Followed {
  devices?: readonly string[]
  cycles?: readonly string[]
}

export type Shown = DeviceState | Cycle

interface Follower {
  followed: Followed
  changed: () => void
}

/** The server tells everything as soon as it is asked; some proxies keep that back. */
const firstEventMs = 5_000
const silenceMs = 2.5 * limits.eventBeatSeconds * 1000
const firstPauseMs = 1_000
const longestPauseMs = 60_000

const followers = new Set<Follower>()
const listeners = new Set<() => void>()
/** What this connection has told last, by id. */
const told = new Map<string, Shown>()
let isHeard = false
let connection: { ids: string; abort: AbortController } | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let pauseMs = firstPauseMs

/**
 * @param changed called when one of them has changed, or may have
 * @returns ends it
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

/** Whether what changes is told at the moment. */
export function isLive(): boolean {
  return isHeard
}

/**
 * What was asked may be newer than what was told, which says nothing more when it was so again before the
 * server looked: as long as they differ it has to be asked again.
 */
export function isAsTold(shown: readonly Shown[]): boolean {
  return shown.every((each) => factsOf(each) === factsOf(told.get(idOf(each))))
}

function idOf(shown: Shown): string {
  return 'id' in shown ? shown.id : shown.device_id
}

/** All but what passes by the clock. */
function factsOf(shown: Shown | undefined) {
  const byTheClock = { remaining_seconds: 0, stop_gives_back: 0, overAt: 0 }
  const facts = Object.entries({ ...shown, ...byTheClock })
  return JSON.stringify(facts.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** For useSyncExternalStore. */
export function subscribeToLive(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
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

/** Those who come and go at the same moment, as screens do, share a connection. */
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
  told.clear()
  setHeard(false)
  if (query.devices || query.cycles) void listen(query, ids)
}

function allFollowed() {
  const all = [...followers]
  const list = (ids: (string | undefined)[]) =>
    [...new Set(ids)].sort().slice(0, limits.listLimitMax).join(',')
  const devices = list(all.flatMap(({ followed }) => followed.devices ?? []))
  const cycles = list(all.flatMap(({ followed }) => followed.cycles ?? []))
  return { ...(devices && { devices }), ...(cycles && { cycles }) }
}

async function listen(query: Record<string, string>, ids: string) {
  const own = { ids, abort: new AbortController() }
  connection = own
  const { signal } = own.abort
  let silence = setTimeout(() => own.abort.abort(), firstEventMs)
  const hear = (event: LiveEvent | undefined) => {
    clearTimeout(silence)
    silence = setTimeout(() => own.abort.abort(), silenceMs)
    if (connection !== own) return
    pauseMs = firstPauseMs
    setHeard(true)
    if (event) tell(event)
  }
  // However it ends, it is tried again: what is wrong is said by those who ask instead.
  await follow(calls.cycles.events, { query, signal }, hear).catch(() => {})
  clearTimeout(silence)
  if (connection !== own) return
  connection = undefined
  told.clear()
  setHeard(false)
  schedule(pauseMs * (0.5 + Math.random()))
  pauseMs = Math.min(pauseMs * 2, longestPauseMs)
}

function tell({ devices, cycles }: LiveEvent) {
  const changed = [...devices, ...cycles]
  for (const shown of changed) told.set(idOf(shown), shown)
  const ids = new Set(changed.map(idOf))
  for (const { followed, changed } of followers) {
    const all = [...(followed.devices ?? []), ...(followed.cycles ?? [])]
    if (all.some((id) => ids.has(id))) changed()
  }
}

function setHeard(heard: boolean) {
  if (heard === isHeard) return
  isHeard = heard
  for (const listener of listeners) listener()
}
