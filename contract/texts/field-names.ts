import type { Language } from '../languages.ts'
import en from './en/screens.json' with { type: 'json' }
import es from './es/screens.json' with { type: 'json' }

/** The labels of all fields that a call takes, for the server: screens load the texts of one language. */
export const fieldNames: Record<Language, Record<string, string>> = { en: en.field, es: es.field }
