import { newKey } from '../ui/random-key.ts'

const name = 'coinless-session'

/** Nobody takes that long for a renewal: whoever holds the lease has been closed, or sleeps. */
const leaseMs = 10_000

/** Two tabs that took it at once have both written by then, and the last one has it. */
const settleMs = 100
const pauseMs = 100

/** One tab at a time does this. */
export function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  // Only pages over TLS and those of localhost have it.
  return navigator.locks ? navigator.locks.request(name, work) : leased(work)
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
    if (lease()?.id === id) localStorage.removeItem(name)
  }
}

async function isTaken(id: string): Promise<boolean> {
  const now = Date.now()
  const end = lease()?.end ?? 0
  // A clock that was set back must not make it last longer.
  const isFree = end <= now || end > now + leaseMs
  if (!isFree) return false
  localStorage.setItem(name, `${id} ${now + leaseMs}`)
  await pause(settleMs)
  return lease()?.id === id
}

function lease() {
  const [id, end] = localStorage.getItem(name)?.split(' ') ?? []
  return id ? { id, end: Number(end) || 0 } : undefined
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
