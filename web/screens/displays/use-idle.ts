import { useEffect, useEffectEvent, useState } from 'react'

const touches = ['pointerdown', 'keydown', 'input'] as const

/**
 * Counts down to the moment when no one is there.
 * @param isPaused someone waits for an answer
 * @returns seconds left
 */
export function useIdle(seconds: number, isPaused: boolean, onIdle: () => void): number {
  const [left, setLeft] = useState(seconds)
  const end = useEffectEvent(onIdle)
  useEffect(() => {
    const restart = () => setLeft(seconds)
    for (const touch of touches) document.addEventListener(touch, restart)
    return () => {
      for (const touch of touches) document.removeEventListener(touch, restart)
    }
  }, [seconds])
  useEffect(() => {
    if (isPaused) return setLeft(seconds)
    const timer = setInterval(() => setLeft((before) => before - 1), 1000)
    return () => clearInterval(timer)
  }, [isPaused, seconds])
  useEffect(() => {
    if (left <= 0) end()
  }, [left])
  return left
}
