import { withinBase } from './navigation/working-for.ts'
import { preload } from './routes.tsx'

/** Loads the code of a screen as soon as somebody points at a link to it, or reaches it by keyboard. */
export function prefetchScreens() {
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (link?.origin === location.origin) afterPaint(() => preload(withinBase(link.pathname)))
  }
  document.addEventListener('pointerover', prefetch)
  document.addEventListener('focusin', prefetch)
}

/** Does what no key or tap should wait for, once the screen shows what came of that. */
function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}
