interface Machine {
  free_at: Date
  /** Of a usual cycle. */
  minutes: number
}

/**
 * When a machine is available for someone in line, if everyone before them takes the next one for a usual cycle.
 * @returns null if it is now, or no machine is known
 */
export function availableAt(machines: readonly Machine[], before: number): Date | null {
  const ends = machines.map(({ free_at, minutes }) => ({ at: free_at.getTime(), minutes }))
  for (let left = before; ; left--) {
    const next = ends.reduce<(typeof ends)[number] | undefined>(
      (first, each) => (first && first.at <= each.at ? first : each),
      undefined,
    )
    if (!next) return null
    if (left === 0) return next.at > Date.now() ? wholeMinute(next.at) : null
    next.at += next.minutes * 60_000
  }
}

/** Rounded up, so that an estimate from the current time is not a change at each read. */
function wholeMinute(at: number): Date {
  const minute = 60_000
  return new Date(Math.ceil(at / minute) * minute)
}
