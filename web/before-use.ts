import { afterPaint } from './after-paint.ts'
import { loadOverlays } from './ui/overlays.ts'

/**
 * Fetches the code of toasts and questions as soon as somebody begins to use the first screen, which is
 * shown without it: so it is there when the server, which it comes from, is not.
 */
export function loadBeforeUse(): void {
  // A failure shows when they are needed.
  const load = () => afterPaint(() => loadOverlays().catch(() => {}))
  for (const use of ['pointerdown', 'keydown']) document.addEventListener(use, load, { once: true })
}
