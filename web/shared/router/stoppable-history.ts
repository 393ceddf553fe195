import type { AroundNavHandler } from 'wouter'

interface Stop {
  isStopped: () => boolean
  /** Whether the user wants to leave anyway. */
  ask: () => Promise<boolean>
}

/** An entry of the browser's history. */
export type HistoryEntry = Pick<Location, 'pathname' | 'search' | 'hash'> & Pick<History, 'state'>

export type StoppableHistory = ReturnType<typeof stoppableHistory>

/**
 * Browser history for the router that confirms before a link, back or forward opens another page; replacements by the
 * app are not confirmed. Each entry's state has its position, which tells how far to go to undo back or forward.
 */
export function stoppableHistory({ isStopped, ask }: Stop) {
  let position = positionHere(0)
  let entry = entryHere()
  const listeners = new Set<() => void>()
  let isAsking = false
  let isPuttingBack = false
  let isAllowed = false

  function show() {
    entry = entryHere()
    for (const listener of listeners) listener()
  }

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
      show()
    }
    if (replace || pathname === entry.pathname || !isStopped()) go()
    else void goOnlyIfAllowed(go)
  }

  window.addEventListener('popstate', () => {
    const delta = positionHere(position + 1) - position
    position += delta
    if (isPuttingBack) {
      isPuttingBack = false
      return
    }
    const isStoppable = delta !== 0 && location.pathname !== entry.pathname
    if (isStoppable && !isAllowed && isStopped()) {
      // The browser has already navigated.
      isPuttingBack = true
      history.go(-delta)
      void goOnlyIfAllowed(() => {
        isAllowed = true
        history.go(delta)
      })
      return
    }
    isAllowed = false
    show()
  })

  return {
    aroundNav,
    shown: () => entry,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function entryHere(): HistoryEntry {
  const { pathname, search, hash } = location
  return { pathname, search, hash, state: history.state }
}

/** @param added position of an entry that the browser has added, as for a link to a section */
function positionHere(added: number): number {
  if (typeof history.state?.position !== 'number') {
    history.replaceState({ ...history.state, position: added }, '')
  }
  return history.state.position
}
