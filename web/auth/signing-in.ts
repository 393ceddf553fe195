import { tabStorage } from '../storage/storage.ts'

/**
 * What somebody has typed who is not signed in, but for passwords and codes: each form of signing in goes
 * on with it, also after a reload, which a phone makes when its owner comes back from the mail with a
 * code. It stays in this tab until they are in, and at most for as long as they would look at it
 * themselves (decision 50).
 */
interface Typed {
  email: string
  full_name: string
  user_type: 'tenant' | 'landlord'
  /** In which they have typed last. */
  form: 'login' | 'register'
}

const name = 'signing in'
const keptMs = 15 * 60_000

const blank: Typed = { email: '', full_name: '', user_type: 'tenant', form: 'login' }

export function typedBefore(now = Date.now()): Typed {
  const { at, ...typed } = JSON.parse(tabStorage.get(name) ?? '{}')
  return Math.abs(now - at) < keptMs ? { ...blank, ...typed } : blank
}

export function keepTyped(part: Partial<Typed>, now = Date.now()): void {
  const typed = { ...typedBefore(now), ...part, at: now }
  tabStorage.set(name, JSON.stringify(typed))
}

export function forgetTyped(): void {
  tabStorage.remove(name)
}
