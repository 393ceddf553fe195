/** Each by its own name, so that whoever speaks it finds it. */
export const languageNames = { en: 'English', es: 'Español' } as const

export type Language = keyof typeof languageNames
export const languages = Object.keys(languageNames) as Language[]

/** The language of the specified texts, and of everybody who asks for none that we have. */
export const defaultLanguage: Language = 'en'
