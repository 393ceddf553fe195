import { linkSecret } from '@coinless/contract/typed-secrets.ts'
import { fragment } from '../../shared/session/fragment.ts'
import { browserStorage } from '../../shared/storage/storage.ts'

const name = 'display secret'
const secretMin = 20

/**
 * The secret of this display, from the fragment of its address: no server or log sees it. It moves to the browser's
 * storage, so that the display survives a restart. A browser that blocks storage keeps the address.
 */
export function displaySecret(): string | null {
  const secret = linkSecret(fragment())
  if (secret.length >= secretMin) {
    browserStorage.set(name, secret)
    if (browserStorage.isLasting()) history.replaceState(history.state, '', location.pathname)
  }
  return browserStorage.get(name)
}
