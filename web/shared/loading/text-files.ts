import type { Language } from '@coinless/contract/languages.ts'
import type { Texts } from '../texts/texts.ts'

type Load = () => Promise<{ default: Texts }>

/** Texts shown before sign-in, then those of the screens behind it, then those of rarely visited screens. */
export const textFiles: Record<Language, Load[]> = {
  en: [
    () => import('@coinless/contract/texts/en/first.json'),
    () => import('@coinless/contract/texts/en/screens.json'),
    () => import('@coinless/contract/texts/en/later.json'),
  ],
  es: [
    () => import('@coinless/contract/texts/es/first.json'),
    () => import('@coinless/contract/texts/es/screens.json'),
    () => import('@coinless/contract/texts/es/later.json'),
  ],
}
