import { typedSecret } from '@coinless/contract/typed-secrets.ts'
import { paths } from '../navigation/paths.ts'
import { tabStorage } from '../storage/storage.ts'
import { fragment } from './fragment.ts'

/**
 * A prepaid code that somebody scanned, behind the '#' of the payment's address: it reaches no server and no
 * log there, and is taken out of the address at once. It waits in this tab until the payment takes it, through
 * signing in, registering and beginning as a guest, and goes with a sign-out (decision 128).
 */
const name = 'scanned code'

const listeners = new Set<() => void>()

/** Before anything else looks at the address. */
export function takeScannedCodes(): void {
  take()
  // An address that is typed or opened over the same page loads nothing anew.
  window.addEventListener('hashchange', take)
}

function take(): void {
  if (!location.hash.startsWith('#code=') || location.pathname !== paths.payments) return
  const code = typedSecret(fragment())
  history.replaceState(history.state, '', location.pathname + location.search)
  tabStorage.set(name, code)
  for (const listener of listeners) listener()
}

export function scannedCode(): string | null {
  return tabStorage.get(name)
}

export function forgetScannedCode(): void {
  tabStorage.remove(name)
}

export function onScannedCode(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
