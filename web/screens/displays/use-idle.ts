import { useEffect, useEffectEvent, useState } from 'react'

/** The camera plays when it is opened. */
const touches = ['pointerdown', 'keydown', 'input', 'playing'] as const

/**
 * Counts down to the moment when no one is there.
 * @param isPaused someone waits for an answer
 * @returns seconds left, and a function that starts again
 */
export function useIdle(seconds: number, isPaused: boolean, onIdle: () => void) {
  const [left, setLeft] = useState(seconds)
  const end = useEffectEvent(onIdle)
  useEffect(() => {
    // Later, because a render before React hears of the event would undo a paste.
    const restart = () => void setTimeout(() => setLeft(seconds))
    for (const touch of touches) document.addEventListener(touch, restart, true)
    return () => {
      for (const touch of touches) document.removeEventListener(touch, restart, true)
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
  useEffect(() => {
    if (isPaused) return undefined
    // A page that sleeps, or comes back by Forward, would still show what was typed.
    const endHidden = () => document.hidden && end()
    document.addEventListener('visibilitychange', endHidden)
    return () => document.removeEventListener('visibilitychange', endHidden)
  }, [isPaused])
  return { left, restart: () => setLeft(seconds) }
}
