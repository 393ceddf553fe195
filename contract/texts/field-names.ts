import type { Language } from '../languages.ts'
import firstEn from './en/first.json' with { type: 'json' }
import screensEn from './en/screens.json' with { type: 'json' }
import firstEs from './es/first.json' with { type: 'json' }
import screensEs from './es/screens.json' with { type: 'json' }

/** Labels of all fields that a call takes. */
export const fieldNames: Record<Language, Record<string, string>> = {
  en: { ...firstEn.field, ...screensEn.field },
  es: { ...firstEs.field, ...screensEs.field },
}
