import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'

interface Stop {
  isStopped: () => boolean
  /** Whether the user wants to leave anyway. */
  ask: () => Promise<boolean>
}

/**
 * Browser history for the router that confirms before a link, back or forward opens another page; replacements by the
 * app are not confirmed. The router's blocker requires its loaders and actions, 18 kB that no screen needs.
 */
export function stoppableHistory({ isStopped, ask }: Stop) {
  const history = createBrowserHistory({ v5Compat: true })
  let shown = history.location.pathname
  let isAsking = false
  let isPuttingBack = false
  let isAllowed = false

  async function goOnlyIfAllowed(go: () => void) {
    if (isAsking) return
    isAsking = true
    const isGoing = await ask().finally(() => {
      isAsking = false
    })
    if (isGoing) go()
  }

  const push: typeof history.push = (to, state) => {
    const { pathname } = history.createURL(to)
    if (pathname === shown || !isStopped()) return history.push(to, state)
    void goOnlyIfAllowed(() => history.push(to, state))
  }

  const listen: typeof history.listen = (show) =>
    history.listen((change) => {
      const { action, delta, location } = change
      if (isPuttingBack) {
        isPuttingBack = false
        return
      }
      const isStoppable = action === 'POP' && delta && location.pathname !== shown
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
      shown = location.pathname
      show(change)
    })

  return Object.create(history, {
    push: { value: push },
    listen: { value: listen },
  }) as typeof history
}
