import type { Language } from '../languages.ts'
import type { Right } from '../rights.ts'
import english from './en/later.json' with { type: 'json' }
import spanish from './es/later.json' with { type: 'json' }

/** What screens call the rights, for the server: screens load the texts of one language. */
export const rightNames: Record<Language, Record<Right | 'account', string>> = {
  en: english.rights,
  es: spanish.rights,
}
