import { useEffect, useState } from 'react'
import { isServerReached } from '../../shared/calls/connection.ts'
import { reloadPage } from '../../shared/navigation/page.ts'

const minuteMs = 60_000
/** Hour of the night in which it reloads, and minimum age of the page. */
const reloadHour = 4
const reloadAgeMs = 12 * 60 * minuteMs

/** The current time, updated every minute. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), minuteMs - (now.getTime() % minuteMs))
    return () => clearTimeout(timer)
  }, [now])
  return now
}

/** Takes a new version, and frees what the browser has gathered, at night. */
export function useNightlyReload(now: Date, isUsed: boolean): void {
  const [openedAt] = useState(now)
  useEffect(() => {
    const age = now.getTime() - openedAt.getTime()
    const isDue = now.getHours() === reloadHour && age > reloadAgeMs
    if (isDue && !isUsed && isServerReached.get()) reloadPage()
  }, [now, isUsed, openedAt])
}

/** Keeps the screen on. Browsers release the lock of a hidden page, and may release it at any time. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    async function hold() {
      // Missing without TLS.
      if (document.hidden || lock?.released === false || !('wakeLock' in navigator)) return
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
    }
    void hold()
    const timer = setInterval(hold, minuteMs)
    document.addEventListener('visibilitychange', hold)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}
