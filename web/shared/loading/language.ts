import { defaultLanguage, type Language } from '@coinless/contract/languages.ts'
import { setCookie } from '../storage/cookies.ts'
import { currentLanguage, setFieldTexts, setTexts } from '../texts/texts.ts'
import { createStore } from '../ui/store.ts'
import { awaited } from './own-code.ts'
import { loadFieldTexts, textFiles } from './text-files.ts'
import { cookieName, preferredLanguage } from './which-language.ts'

const maxAgeSeconds = 365 * 24 * 60 * 60

let chosen: Language = defaultLanguage
/** Number of text files to load for a language. */
let filesWanted = 1

/** Language of the loaded texts: a change renders all components again. */
export const shownLanguage = createStore(currentLanguage())

/** Loads the first texts of the user's language. Nothing may be shown before. */
export async function startLanguage(): Promise<void> {
  await speak(preferredLanguage())
}

/** Stores the choice in a cookie, which outlives the session's storage. */
export async function chooseLanguage(language: Language): Promise<void> {
  setCookie(cookieName, language, maxAgeSeconds)
  await speak(language)
}

/** Shows a language that is not the user's choice. */
export async function showLanguage(language: Language): Promise<void> {
  if (language !== chosen) await speak(language)
}

/** Loads the texts of the screens behind the sign-in, which must not be shown before. */
export function loadScreenTexts(): Promise<void> {
  return loadFiles(2)
}

/** The same for rarely visited screens: setup of machines, accounts and the server. */
export function loadLaterTexts(): Promise<void> {
  return loadFiles(3)
}

/** Loads code on demand together with the texts of rarely visited screens, which it shows. */
export async function withLaterTexts<Code>(code: Promise<Code>): Promise<Code> {
  const [loaded] = await Promise.all([code, loadLaterTexts()])
  return loaded
}

async function loadFiles(count: number): Promise<void> {
  filesWanted = Math.max(filesWanted, count)
  await loadTexts()
}

async function speak(language: Language): Promise<void> {
  chosen = language
  await awaited(loadTexts)
  document.documentElement.lang = language
  shownLanguage.set(currentLanguage())
}

async function loadTexts(): Promise<void> {
  const [language, count] = [chosen, filesWanted]
  const [fields, ...files] = await Promise.all([
    loadFieldTexts(language),
    ...textFiles(language)
      .slice(0, count)
      .map((each) => each()),
  ])
  // Another language or more files were requested while loading.
  if (language !== chosen || count !== filesWanted) return loadTexts()
  if (fields) setFieldTexts(fields)
  setTexts(language, ...files.map((file) => file.default))
}
