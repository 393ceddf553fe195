import { browserStorage } from '../storage/storage.ts'
import { newKey } from '../ui/random-key.ts'

const name = 'coinless-session'

/** A renewal never takes that long: the holder of the lease was closed or suspended. */
const leaseMs = 10_000

/** By then two tabs that claimed it at once have both written, and the last one holds it. */
const settleMs = 100
const pauseMs = 100

/** Runs the work in one tab at a time. */
export async function withTabLock<T>(work: () => Promise<T>): Promise<T> {
  let isBegun = false
  try {
    // Available only over TLS and on localhost, and rejects if storage is blocked.
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
 * Takes a lease in the storage that all tabs share. Unlike a lock it does not exclude two renewals at once. These are
 * rare and harmless, because a refresh token may be used twice within its grace period.
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
  // A clock that was set back must not extend the lease.
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
