import { reloadPage, replacePage } from '../navigation/page.ts'
import { paths } from '../navigation/paths.ts'
import { basePath, withinBase } from '../navigation/working-for.ts'
import { unsubscribeBrowser } from '../push/subscription.ts'
import { browserStorage, tabStorage } from '../storage/storage.ts'
import { clearAllButKept } from '../ui/kept.ts'
import {
  clearEndedSession,
  clearSession,
  currentSession,
  hasEnded,
  rereadSession,
  storedSession,
} from './session-store.ts'

// However a session ends, the page is loaded anew: no screen, no cache and no answer that is still on
// its way stays in memory for the next person.

/** How long a server that does not answer may hold somebody who wants to leave. */
const signOutPatienceMs = 3_000

let isSigningOut = false

/** The session cannot be renewed: forgets it, and starts afresh at the sign-in screen, which says why. */
export function endSession(): void {
  if (isSigningOut) return
  clearEndedSession()
  clearAllButKept()
  goToSignInAgain()
}

/** Forgets everything, even if the server cannot be told. */
export async function signOut(tellServer: (signal: AbortSignal) => Promise<unknown>) {
  isSigningOut = true
  const patience = AbortSignal.timeout(signOutPatienceMs)
  const isOver = new Promise((over) => patience.addEventListener('abort', over))
  // Whoever sits here next is shown nothing that was meant for somebody else, even if the server goes on.
  const unsubscribed = Promise.race([unsubscribeBrowser(), isOver])
  await tellServer(patience).catch((error) => console.warn('Logout failed', error))
  await unsubscribed
  leave(`${paths.auth}#signed-out`)
}

/**
 * Closes the account: with it every session ends, which other calls of this page may learn first.
 * @throws what the call throws; then the session goes on, or the next call says that it ended
 */
export async function leaveForGood(closeAccount: () => Promise<unknown>): Promise<void> {
  isSigningOut = true
  try {
    await closeAccount()
  } catch (error) {
    isSigningOut = false
    throw error
  }
  void unsubscribeBrowser()
  leave(`${paths.auth}#account-closed`)
}

/** What other tabs do with the session holds here, too. */
export function followOtherTabs(): void {
  browserStorage.followOtherTabs()
  window.addEventListener('storage', follow)
  // What Back brings out of the browser's memory has slept through everything.
  window.addEventListener('pageshow', ({ persisted }) => persisted && follow())
}

function follow(): void {
  const before = currentSession()?.user.id
  const now = storedSession()?.user.id
  if (isSigningOut) return
  if (before === undefined || before === now) rereadSession()
  else if (now !== undefined) reloadPage()
  else if (hasEnded(before)) goToSignInAgain()
  else leave(paths.auth)
}

/** Nothing is kept of whoever has signed out. */
function leave(to: string): void {
  clearSession()
  tabStorage.clear()
  replacePage(to)
}

function goToSignInAgain(): void {
  const next = withinBase(location.pathname) + location.search
  replacePage(`${basePath}${paths.auth}?${new URLSearchParams({ next })}#expired`)
}
