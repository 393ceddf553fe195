import { isReachable } from '../calls/client.ts'
import { reloadPage } from '../navigation/page.ts'
import { tabStorage } from '../storage/storage.ts'
import { createStore } from '../ui/store.ts'
import { withStyles } from './styles.ts'

/** Parts of the app load on demand, from a server that may be down or newer than this page. */

const pauseMs = 2_000

const reloadedName = 'reloaded_at'
/** A part still missing right after a reload stays missing: another reload does not help. */
const reloadPauseMs = 60_000

/** Number of parts that are loading. */
export const loadingParts = createStore(0)

/** Loads a part that a screen requires, as soon as the server is reachable. */
export async function awaited<T>(load: () => Promise<T>): Promise<T> {
  // The caller may be rendering.
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

/** Loads a part for a tap: now or not at all. */
export async function loadedNow<T>(load: () => Promise<T>): Promise<T> {
  return withStyles(load).catch(async (error) => {
    if (await isReachable()) return reloadAfterUpdate(error)
    throw error
  })
}

/** The server is reachable but the file is missing: an update replaced it, so a reload is needed. Input is kept. */
function reloadAfterUpdate(error: unknown): Promise<never> {
  const last = Number(tabStorage.get(reloadedName))
  if (Math.abs(Date.now() - last) < reloadPauseMs) throw error
  tabStorage.set(reloadedName, String(Date.now()))
  reloadPage()
  // Stays pending until the page unloads, so that no failure shows.
  return new Promise(() => {})
}

function count(change: number): void {
  loadingParts.set(loadingParts.get() + change)
}
