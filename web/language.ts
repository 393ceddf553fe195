import { defaultLanguage, type Language, languages } from '@coinless/contract/languages.ts'
import i18next from 'i18next'
import type en from './texts/en.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en }
  }
}

const cookieName = 'language'
const maxAgeSeconds = 365 * 24 * 60 * 60

const load: Record<Language, () => Promise<{ default: object }>> = {
  en: () => import('./texts/en.json'),
  es: () => import('./texts/es.json'),
}

/** Loads the texts of the person's language. Nothing may be shown before. */
export async function startLanguage(): Promise<void> {
  await i18next.init({
    // React escapes what it shows.
    interpolation: { escapeValue: false },
    fallbackLng: false,
    resources: {},
  })
  await speak(chosenLanguage() ?? browserLanguage())
}

export function currentLanguage(): Language {
  return i18next.language as Language
}

/** Kept in a cookie, which outlives the session's storage. */
export async function chooseLanguage(language: Language): Promise<void> {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${cookieName}=${language}; path=/; max-age=${maxAgeSeconds}; samesite=lax`
  await speak(language)
}

/** For useSyncExternalStore: whoever shows texts is shown anew when the language changes. */
export function subscribeToLanguage(listener: () => void): () => void {
  i18next.on('languageChanged', listener)
  return () => i18next.off('languageChanged', listener)
}

async function speak(language: Language): Promise<void> {
  const { default: texts } = await load[language]()
  i18next.addResourceBundle(language, 'translation', texts)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

function chosenLanguage(): Language | undefined {
  return languages.find((language) => document.cookie.includes(`${cookieName}=${language}`))
}

function browserLanguage(): Language {
  const wanted = navigator.languages.map((tag) => tag.split('-')[0])
  const known = wanted.find((tag) => languages.includes(tag as Language))
  return (known as Language | undefined) ?? defaultLanguage
}
