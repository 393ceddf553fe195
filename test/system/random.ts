/** The same random numbers at each run. The order of writers may vary. */
export function seededRandom(seed: number) {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return { next, of: <T>(from: readonly T[]): T | undefined => from[next(from.length)] }
}

export type SeededRandom = ReturnType<typeof seededRandom>
