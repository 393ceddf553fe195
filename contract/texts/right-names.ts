import type { Language } from '../languages.ts'
import type { Right } from '../rights.ts'
import english from './en/later.json' with { type: 'json' }
import spanish from './es/later.json' with { type: 'json' }

/** Names of the rights on screens, for the server. Screens load the texts of one language. */
export const rightNames: Record<Language, Record<Right | 'account', string>> = {
  en: english.rights,
  es: spanish.rights,
}
