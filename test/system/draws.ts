/** The same numbers at each run: which of the writers is the first is left to the machine. */
export function draws(seed: number) {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return { next, of: <T>(from: readonly T[]): T | undefined => from[next(from.length)] }
}

export type Draws = ReturnType<typeof draws>
