import { limits } from '@coinless/contract/limits.ts'
import { t } from '../texts/texts.ts'

export type Registration = {
  full_name: string
  user_type: 'tenant' | 'landlord'
  email: string
  password: string
}

/** First problem that the screen reports before sending. */
export function firstProblem({ full_name, email, password }: Registration) {
  const empty = Object.entries({ full_name: full_name.trim(), email: email.trim(), password })
    .filter(([, value]) => !value)
    .map(([field]) => field)
  if (empty.length > 0) return { fields: empty, sentence: t('auth.fillAll') }
  if (password.length >= limits.passwordMin) return undefined
  return { fields: ['password'], sentence: t('auth.shortPassword', { min: limits.passwordMin }) }
}
