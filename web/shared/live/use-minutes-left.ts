import { useEffect, useReducer } from 'react'

const minuteMs = 60_000

/**
 * Minutes left, including the current one, updated as they pass.
 * @param overAt end on the clock of `performance.now()`
 */
export function useMinutesLeft(overAt: number | null): number {
  const [minutesPassed, passMinute] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each minute starts the timer of the next one
  useEffect(() => {
    const left = leftMs(overAt)
    if (left === 0) return undefined
    const timer = setTimeout(passMinute, (left % minuteMs) + 1)
    return () => clearTimeout(timer)
  }, [overAt, minutesPassed])
  return Math.ceil(leftMs(overAt) / minuteMs)
}

function leftMs(overAt: number | null): number {
  return Math.max((overAt ?? 0) - performance.now(), 0)
}
