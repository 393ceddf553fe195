/** Delay that leaves the network to the first screen. */
const pauseMs = 2_000

/** Lets the app open without a network. Off in development, where files change constantly. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  window.addEventListener('load', () => setTimeout(() => void register(), pauseMs))
}

/** A browser that blocks storage also refuses the worker. The app works without it. */
async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/sw.js')
  } catch {
    // The next page tries again.
  }
}
