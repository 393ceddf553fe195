import type { Language } from '@coinless/contract/languages.ts'
import type { Texts } from '../texts/texts.ts'

type Load = () => Promise<{ default: Texts }>

/** What shows before somebody has signed in, then what only the screens behind the sign-in show. */
export const textFiles: Record<Language, Load[]> = {
  en: [
    () => import('@coinless/contract/texts/en/first.json'),
    () => import('@coinless/contract/texts/en/screens.json'),
    () => import('@coinless/contract/texts/en/imports.json'),
  ],
  es: [
    () => import('@coinless/contract/texts/es/first.json'),
    () => import('@coinless/contract/texts/es/screens.json'),
    () => import('@coinless/contract/texts/es/imports.json'),
  ],
}
