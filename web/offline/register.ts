/** The first screen has the line to itself. */
const pauseMs = 2_000

/** Lets the app open without a network. Not while it is developed, when its files change by the second. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // A browser that keeps nothing, as in a private window, shows everything all the same.
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => {})
  window.addEventListener('load', () => setTimeout(register, pauseMs))
}
