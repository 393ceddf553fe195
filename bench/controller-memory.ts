import type { Program } from '../test/servers/program.ts'
import { memoryKb } from './server.ts'
import { type Figure, rounded } from './statistics.ts'

/** The time in which a server frees the memory of the burst. */
const calmMs = 15_000

/**
 * Memory per controller beyond a few connected first, right after the connections and later, and the
 * longest wait of a call during them.
 * @param connectAll returns its duration in seconds
 * @param count without the first few
 */
export async function memoryOfMany(
  program: Program,
  connectFew: () => Promise<unknown>,
  connectAll: () => Promise<number>,
  count: number,
): Promise<Figure[]> {
  await connectFew()
  const before = memoryKb(program)
  const seconds = await connectAll()
  const each = () => `${rounded((memoryKb(program) - before) / count)} kB`
  const atOnce = each()
  const longestMs = await longestCall(program, calmMs)
  return [
    {
      what: `memory of each of ${count} controllers, connected in ${rounded(seconds)} s`,
      figure: atOnce,
      wanted: '',
    },
    { what: 'memory of each 15 s later', figure: each(), wanted: 'at most 25 kB' },
    { what: 'longest call at the same time', figure: `${rounded(longestMs)} ms`, wanted: '' },
  ]
}

/** @returns the longest of sequential calls for a time, in milliseconds */
async function longestCall({ address }: Program, ms: number): Promise<number> {
  const until = performance.now() + ms
  let longest = 0
  while (performance.now() < until) {
    const since = performance.now()
    await fetch(`${address}/api/health`)
    longest = Math.max(longest, performance.now() - since)
  }
  return longest
}
