import { reloadPage, replacePage } from '../navigation/page.ts'
import { paths } from '../navigation/paths.ts'
import { basePath, withinBase } from '../navigation/working-for.ts'
import { unsubscribeBrowser } from '../push/subscription.ts'
import { browserStorage, tabStorage } from '../storage/storage.ts'
import { clearAllButKept } from '../ui/account-storage.ts'
import {
  clearEndedSession,
  clearSession,
  currentSession,
  hasEnded,
  rereadSession,
  storedSession,
} from './session-store.ts'

// Every end of a session reloads the page, so that nothing stays in memory for the next user:
// no screen, no cache and no pending answer.

/** How long an unresponsive server may delay a sign-out. */
const signOutPatienceMs = 3_000

let isSigningOut = false

/** Ends a session that cannot be renewed: clears it and opens the sign-in screen, which says why. */
export function endSession(): void {
  if (isSigningOut) return
  clearEndedSession()
  clearAllButKept()
  goToSignInAgain()
}

/** Clears everything, even if the server cannot be reached. */
export async function signOut(tellServer: (signal: AbortSignal) => Promise<unknown>) {
  isSigningOut = true
  const patience = AbortSignal.timeout(signOutPatienceMs)
  const isOver = new Promise((over) => patience.addEventListener('abort', over))
  // The next user of this browser must not get notifications of this account, even if the server keeps sending.
  const unsubscribed = Promise.race([unsubscribeBrowser(), isOver])
  await tellServer(patience).catch((error) => console.warn('Logout failed', error))
  await unsubscribed
  leave(`${paths.auth}#signed-out`)
}

/**
 * Closes the account, which ends every session; other calls of this page may notice first.
 * @throws what the call throws; then the session continues, or the next call reports its end
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

/** Applies other tabs' session changes in this tab. */
export function followOtherTabs(): void {
  browserStorage.followOtherTabs()
  window.addEventListener('storage', follow)
  // A page restored from the back/forward cache has missed all events.
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

/** Keeps nothing of a user who has signed out. */
function leave(to: string): void {
  clearSession()
  tabStorage.clear()
  replacePage(to)
}

function goToSignInAgain(): void {
  const next = withinBase(location.pathname) + location.search
  replacePage(`${basePath}${paths.auth}?${new URLSearchParams({ next })}#expired`)
}
