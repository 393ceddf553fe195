import { linkSecret } from '@coinless/contract/typed-secrets.ts'
import { paths } from '../navigation/paths.ts'
import { tabStorage } from '../storage/storage.ts'
import { createStore } from '../ui/store.ts'
import { fragment } from './fragment.ts'

/**
 * The secret of a staff invitation, from its link's fragment: no server or log sees it, and it leaves the address at
 * once. It is kept in this tab through sign-in and registration.
 */
const name = 'staff invitation'
/** Notices in the fragment (notice.ts) are shorter. */
const secretMin = 20

/** How many this page has taken. The secret is in storage only, which a sign-out clears. */
export const invitationsOpened = createStore(0)

/** Call before any other code reads the address. */
export function takeInvitation(): void {
  take()
  // A link opened over the same page does not reload it.
  window.addEventListener('hashchange', take)
}

function take(): void {
  const secret = linkSecret(fragment())
  if (secret.length < secretMin || location.pathname !== paths.staffInvitation) return
  history.replaceState(history.state, '', location.pathname)
  tabStorage.set(name, secret)
  invitationsOpened.set(invitationsOpened.get() + 1)
}

export function waitingInvitation(): string | null {
  return tabStorage.get(name)
}

export function forgetInvitation(): void {
  tabStorage.remove(name)
}
