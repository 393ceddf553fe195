import { useEffect, useReducer } from 'react'

const minuteMs = 60_000

/**
 * Minutes left, including the current one, updated as they pass.
 * @param overAt end on the clock of `performance.now()`
 */
export function useMinutesLeft(overAt: number | null): number {
  return useTimeLeft(overAt, minuteMs)
}

/** The same in other units. */
export function useTimeLeft(overAt: number | null, unitMs: number): number {
  const [unitsPassed, passUnit] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each unit starts the timer of the next one
  useEffect(() => {
    const left = leftMs(overAt)
    if (left === 0) return undefined
    const timer = setTimeout(passUnit, (left % unitMs) + 1)
    return () => clearTimeout(timer)
  }, [overAt, unitsPassed, unitMs])
  return Math.ceil(leftMs(overAt) / unitMs)
}

function leftMs(overAt: number | null): number {
  return Math.max((overAt ?? 0) - performance.now(), 0)
}
