/**
 * The longest time in milliseconds for which the event loop ran one round during work. It counts the processor time of
 * this thread alone: other work of the machine delays no event that counts here.
 */
export async function longestRound(work: () => Promise<unknown>): Promise<number> {
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

function used(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
