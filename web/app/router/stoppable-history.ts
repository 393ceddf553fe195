import type { AroundNavHandler } from 'wouter'
import type { HistoryEntry } from '../../shared/router/use-history-entry.ts'
import { createStore } from '../../shared/ui/store.ts'

interface Options {
  /** Whether the page at the browser's address can be shown at once. */
  isLoaded: () => boolean
  isStopped: () => boolean
  /** Whether the user wants to leave anyway. */
  ask: () => Promise<boolean>
}

export type StoppableHistory = ReturnType<typeof stoppableHistory>

/**
 * Browser history for the router that confirms before a link, back or forward opens another page; replacements by the
 * app are not confirmed. Each entry's state has its position, which tells how far to go to undo back or forward.
 */
export function stoppableHistory({ isLoaded, isStopped, ask }: Options) {
  /** Of the shown page. */
  let position = positionHere(0)
  const shown = createStore(entryHere())
  let isAsking = false
  let isAllowed = false

  async function goOnlyIfAllowed(go: () => void) {
    if (isAsking) return
    isAsking = true
    const isGoing = await ask().finally(() => {
      isAsking = false
    })
    if (isGoing) go()
  }

  const aroundNav: AroundNavHandler = (navigate, to, options) => {
    const { href, pathname } = new URL(to, location.href)
    // As browsers do for a link to the same address.
    const replace = options?.replace || href === location.href
    const go = () => {
      if (!replace) position += 1
      navigate(href, { replace, state: { ...options?.state, position } })
      shown.set(entryHere(pathname !== shown.get().pathname))
    }
    if (replace || pathname === shown.get().pathname || !isStopped()) go()
    else void goOnlyIfAllowed(go)
  }

  window.addEventListener('popstate', () => {
    const delta = positionHere(position + 1) - position
    // Put back after a question.
    if (delta === 0) return
    const isOther = location.pathname !== shown.get().pathname
    if (isOther && !isAllowed && isStopped()) {
      // The browser has already navigated. A second press of Back may have come before this.
      history.go(-delta)
      void goOnlyIfAllowed(() => {
        isAllowed = true
        history.go(delta)
      })
      return
    }
    position += delta
    isAllowed = false
    const show = () => shown.set(entryHere())
    // During this event, React renders at once: the browser finds the place to scroll to, but a screen whose code is
    // missing would be blank.
    if (isLoaded()) show()
    else setTimeout(show)
  })

  return { aroundNav, shown }
}

function entryHere(isFollowed = false): HistoryEntry {
  const { pathname, search, hash } = location
  return { pathname, search, hash, state: history.state, isFollowed }
}

/** @param added position of an entry that the browser has added, as for a link to a section */
function positionHere(added: number): number {
  if (typeof history.state?.position !== 'number') {
    history.replaceState({ ...history.state, position: added }, '')
  }
  return history.state.position
}
