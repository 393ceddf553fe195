import { defaultLanguage, type Language, languages } from '@coinless/contract/languages.ts'
import { setTexts, type Texts } from '../texts/texts.ts'
import { awaited } from './own-code.ts'

const cookieName = 'language'
const maxAgeSeconds = 365 * 24 * 60 * 60

const load: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import('@coinless/contract/texts/en/screens.json'),
  es: () => import('@coinless/contract/texts/es/screens.json'),
}

const listeners = new Set<() => void>()

/** Loads the texts of the person's language. Nothing may be shown before. */
export async function startLanguage(): Promise<void> {
  await speak(chosenLanguage() ?? browserLanguage())
}

/** Kept in a cookie, which outlives the session's storage. */
export async function chooseLanguage(language: Language): Promise<void> {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${cookieName}=${language}; path=/; max-age=${maxAgeSeconds}; samesite=lax`
  await speak(language)
}

/** For useSyncExternalStore: whoever shows texts is shown anew when the language changes. */
export function subscribeToLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function speak(language: Language): Promise<void> {
  const { default: texts } = await awaited(load[language])
  setTexts(language, texts)
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}

function chosenLanguage(): Language | undefined {
  return languages.find((language) => document.cookie.includes(`${cookieName}=${language}`))
}

function browserLanguage(): Language {
  const wanted = navigator.languages.map((tag) => tag.split('-')[0])
  const known = wanted.find((tag) => languages.includes(tag as Language))
  return (known as Language | undefined) ?? defaultLanguage
}
