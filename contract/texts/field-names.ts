import type { Language } from '../languages.ts'
import englishFirst from './en/first.json' with { type: 'json' }
import english from './en/screens.json' with { type: 'json' }
import spanishFirst from './es/first.json' with { type: 'json' }
import spanish from './es/screens.json' with { type: 'json' }

/** Labels of all fields that a call takes, for the server. Screens load the texts of one language. */
export const fieldNames: Record<Language, Record<string, string>> = {
  en: { ...englishFirst.field, ...english.field },
  es: { ...spanishFirst.field, ...spanish.field },
}
