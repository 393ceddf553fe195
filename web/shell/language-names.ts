import type { Language } from '@coinless/contract/languages.ts'

/** Each language by its own name, so that whoever speaks it finds it. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' }
