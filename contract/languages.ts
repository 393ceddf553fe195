/** Each in its own language, so that its speakers find it. The first serves callers without a preference. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
} as const

export type Language = keyof typeof languageNames
export const languages = Object.keys(languageNames) as Language[]

/** Language of the specified texts, and fallback for unsupported languages. */
export const defaultLanguage: Language = 'en'
