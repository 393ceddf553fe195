import { linkSecret } from '@coinless/contract/typed-secrets.ts'
import { paths } from '../navigation/paths.ts'
import { tabStorage } from '../storage/storage.ts'
import { fragment } from './fragment.ts'

/**
 * The secret of an invitation to work for somebody, behind the '#' of its address: it reaches no server and no log
 * there, and is taken out of the address at once. It waits in this tab through signing in and registering.
 */
const name = 'staff invitation'
/** Notices of a page that was left are shorter. */
const secretMin = 20

const listeners = new Set<() => void>()

/** Before anything else looks at the address. */
export function takeInvitation(): void {
  take()
  // A link that is opened over the same page loads nothing anew.
  window.addEventListener('hashchange', take)
}

function take(): void {
  const secret = linkSecret(fragment())
  if (secret.length < secretMin || location.pathname !== paths.staffInvitation) return
  history.replaceState(history.state, '', location.pathname)
  tabStorage.set(name, secret)
  for (const listener of listeners) listener()
}

export function waitingInvitation(): string | null {
  return tabStorage.get(name)
}

export function forgetInvitation(): void {
  tabStorage.remove(name)
}

export function onInvitation(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
