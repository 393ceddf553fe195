import { matchRoutes } from 'react-router'
import type { router as appRouter } from './routes.tsx'

/** Loads the code of a screen as soon as somebody points at a link to it, or reaches it by keyboard. */
export function prefetchScreens(router: typeof appRouter) {
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.origin !== location.origin) return
    for (const { route } of matchRoutes(router.routes, link.pathname) ?? []) {
      // A failure shows when the screen is opened.
      if (typeof route.lazy === 'function') void route.lazy().catch(() => {})
    }
  }
  document.addEventListener('pointerover', prefetch)
  document.addEventListener('focusin', prefetch)
}
