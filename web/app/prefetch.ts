import { withinBase } from '../shared/navigation/working-for.ts'
import { preload } from './routes.tsx'

/** Loads the code of a screen when the user points at a link to it, or focuses the link by keyboard. */
export function prefetchScreens() {
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (link?.origin === location.origin) afterPaint(() => preload(withinBase(link.pathname)))
  }
  document.addEventListener('pointerover', prefetch)
  document.addEventListener('focusin', prefetch)
}

/** Runs work after the next paint, so that it does not delay keys and taps. */
function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}
