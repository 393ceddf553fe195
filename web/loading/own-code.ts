import { isReachable } from '../calls/client.ts'
import { reloadPage } from '../navigation/page.ts'
import { tabStorage } from '../storage/storage.ts'
import { withStyles } from './styles.ts'

/** Parts of the app come when they are needed: from a server that may be away, or newer than this page. */

const pauseMs = 2_000

const reloadedName = 'reloaded_at'
/** A part that is missing right after a reload is missing: once more would not bring it. */
const reloadPauseMs = 60_000

let waiting = 0
const listeners = new Set<() => void>()

/** How many parts of screens are waited for. */
export function waitingForCode(): number {
  return waiting
}

/** For useSyncExternalStore. */
export function subscribeToCode(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A part that a screen cannot do without: it comes as soon as the server can be reached. */
export async function awaited<T>(load: () => Promise<T>): Promise<T> {
  // Whoever asks may be drawing.
  await null
  count(1)
  try {
    return await withStyles(load).catch(() => loadAgain(load))
  } finally {
    count(-1)
  }
}

async function loadAgain<T>(load: () => Promise<T>): Promise<T> {
  while (!(await isReachable())) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  return withStyles(load).catch(reloadAfterUpdate)
}

/** A part that somebody asks for with a tap: now or not at all. */
export async function loadedNow<T>(load: () => Promise<T>): Promise<T> {
  return withStyles(load).catch(async (error) => {
    if (await isReachable()) return reloadAfterUpdate(error)
    throw error
  })
}

/**
 * The server is there, but not the file: it was replaced by an update, which a reload brings. What was
 * typed is kept.
 */
function reloadAfterUpdate(error: unknown): Promise<never> {
  const last = Number(tabStorage.get(reloadedName))
  if (Math.abs(Date.now() - last) < reloadPauseMs) throw error
  tabStorage.set(reloadedName, String(Date.now()))
  reloadPage()
  // Until the page is gone, nothing is shown to have failed.
  return new Promise(() => {})
}

function count(change: number): void {
  waiting += change
  for (const listener of listeners) listener()
}
