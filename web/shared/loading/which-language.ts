import { defaultLanguage, type Language, languages } from '@coinless/contract/languages.ts'
import { cookie } from '../storage/cookies.ts'

export const cookieName = 'language'

/** Language chosen in this browser, otherwise the first supported one of the browser. */
export function preferredLanguage(): Language {
  return chosenLanguage() ?? browserLanguage()
}

function chosenLanguage(): Language | undefined {
  const chosen = cookie(cookieName)
  return languages.find((language) => language === chosen)
}

function browserLanguage(): Language {
  const wanted = navigator.languages.map((tag) => tag.split('-')[0])
  const known = wanted.find((tag) => languages.includes(tag as Language))
  return (known as Language | undefined) ?? defaultLanguage
}
