/** Each in its own language, so that its speakers find it. */
export const languageNames = { en: 'English', es: 'Español' } as const

export type Language = keyof typeof languageNames
export const languages = Object.keys(languageNames) as Language[]

/** Language of the specified texts, and fallback for unsupported languages. */
export const defaultLanguage: Language = 'en'
