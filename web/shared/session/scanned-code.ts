import { typedSecret } from '@coinless/contract/typed-secrets.ts'
import { paths } from '../navigation/paths.ts'
import { tabStorage } from '../storage/storage.ts'
import { createStore } from '../ui/store.ts'
import { fragment } from './fragment.ts'

/**
 * A scanned prepaid code, taken at once from the address's fragment, so that no server or log sees it. Kept in this tab
 * through sign-in, registration or a guest's start until a payment takes it, or sign-out (decision 76).
 */
const name = 'scanned code'

/** How many this page has taken. The code is in storage only, which a sign-out clears. */
export const codesScanned = createStore(0)

/** Call before any other code reads the address. */
export function takeScannedCodes(): void {
  take()
  // An address opened over the same page does not reload it.
  window.addEventListener('hashchange', take)
}

function take(): void {
  if (!location.hash.startsWith('#code=') || location.pathname !== paths.payments) return
  const code = typedSecret(fragment())
  history.replaceState(history.state, '', location.pathname + location.search)
  tabStorage.set(name, code)
  codesScanned.set(codesScanned.get() + 1)
}

export function scannedCode(): string | null {
  return tabStorage.get(name)
}

export function forgetScannedCode(): void {
  tabStorage.remove(name)
}
