import { browserStorage } from '../storage/storage.ts'
import { newKey } from '../ui/random-key.ts'

const name = 'coinless-session'

/** Nobody takes that long for a renewal: whoever holds the lease has been closed, or sleeps. */
const leaseMs = 10_000

/** Two tabs that took it at once have both written by then, and the last one has it. */
const settleMs = 100
const pauseMs = 100

/** One tab at a time does this. */
export async function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  let isBegun = false
  try {
    // Only pages over TLS and those of localhost have it, and it refuses where storage is blocked.
    return await navigator.locks.request(name, () => {
      isBegun = true
      return work()
    })
  } catch (error) {
    if (isBegun) throw error
    return leased(work)
  }
}

/**
 * By a note in the storage that all tabs share. It cannot promise what a lock does: two renewals at once
 * are rare with it, and harmless all the same, since a refresh token may come twice within its grace.
 */
async function leased<T>(work: () => Promise<T>): Promise<T> {
  const id = newKey()
  while (!(await isTaken(id))) await pause(pauseMs)
  try {
    return await work()
  } finally {
    if (lease()?.id === id) browserStorage.remove(name)
  }
}

async function isTaken(id: string): Promise<boolean> {
  const now = Date.now()
  const end = lease()?.end ?? 0
  // A clock that was set back must not make it last longer.
  const isFree = end <= now || end > now + leaseMs
  if (!isFree) return false
  browserStorage.set(name, `${id} ${now + leaseMs}`)
  await pause(settleMs)
  return lease()?.id === id
}

function lease() {
  const [id, end] = browserStorage.get(name)?.split(' ') ?? []
  return id ? { id, end: Number(end) || 0 } : undefined
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
