export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

/** The language of the specified texts, and of everybody who asks for none that we have. */
export const defaultLanguage: Language = 'en'

/** The same in every language. */
export type Sentence = Readonly<Record<Language, string>>
