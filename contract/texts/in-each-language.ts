import { type Language, languages } from '../languages.ts'

/** Loads a file of each language's folder, so that a new language needs no import. */
export async function inEachLanguage<Texts>(
  load: (language: Language) => Promise<Texts>,
): Promise<Record<Language, Texts>> {
  const loaded = await Promise.all(
    languages.map(async (language) => [language, await load(language)] as const),
  )
  return Object.fromEntries(loaded) as Record<Language, Texts>
}
