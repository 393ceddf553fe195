import { linkSecret } from '@coinless/contract/typed-secrets.ts'
import { fragment } from '../../shared/session/fragment.ts'
import { browserStorage } from '../../shared/storage/storage.ts'

const name = 'display secret'
const secretMin = 20

/**
 * The secret of this display, from the fragment of its address: no server or log sees it, and it leaves the address at
 * once. It is kept in this browser, so that the display survives a restart.
 */
export function displaySecret(): string | null {
  const secret = linkSecret(fragment())
  if (secret.length >= secretMin) {
    history.replaceState(history.state, '', location.pathname)
    browserStorage.set(name, secret)
  }
  return browserStorage.get(name)
}
