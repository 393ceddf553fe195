import { tabStorage } from '../../shared/storage/storage.ts'

/**
 * Input of a signed-out user, without passwords and codes, shared by all sign-in forms. It survives the reload when a
 * phone returns from the mail app. Kept in this tab until sign-in, for at most 15 minutes (decision 39).
 */
interface Typed {
  email: string
  full_name: string
  user_type: 'tenant' | 'landlord'
  /** Last form that the user typed in. */
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
