import { loadToasts } from './ui/toasts.ts'

/**
 * Fetches what the first screen is shown without as soon as somebody begins to use it: so it is there
 * when the server, which it comes from, is not.
 */
export function loadBeforeUse(): void {
  // A failure shows when it is needed.
  const load = () => void loadToasts().catch(() => {})
  for (const use of ['pointerdown', 'keydown']) document.addEventListener(use, load, { once: true })
}
