/** The first screen has the line to itself. */
const pauseMs = 2_000

/** Lets the app open without a network. Not while it is developed, when its files change by the second. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  window.addEventListener('load', () => setTimeout(() => void register(), pauseMs))
}

/** A browser that blocks storage refuses the worker, too. The app works without. */
async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/sw.js')
  } catch {
    // The next page asks again.
  }
}
