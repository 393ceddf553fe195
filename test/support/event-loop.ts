/**
 * The longest time in milliseconds for which the event loop ran one round during work. It counts the processor time of
 * this thread alone: other work of the machine delays no event that counts here.
 */
async function longestRound(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  let before = used()
  const look = () => {
    const now = used()
    longest = Math.max(longest, now - before)
    before = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await work()
  isOver = true
  return Math.max(longest, used() - before)
}

/** For which one call may hold up all others, in milliseconds. */
export const roundMsMax = 50
/** The first run compiles what it runs, and any may clear memory. */
const tries = 4

/** The longest round of work, of the try in which it was shortest: others follow only where one was too long. */
export async function bestRound(work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < tries && best > roundMsMax; run += 1) {
    best = Math.min(best, await longestRound(work))
  }
  return best
}

function used(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
