import type { CycleReason } from '../choices.ts'
import type { Language } from '../languages.ts'
import english from './en/screens.json' with { type: 'json' }
import spanish from './es/screens.json' with { type: 'json' }

/** Why money goes back by no person, for mails and files: screens load the texts of one language. */
export const moneyBackTexts: Record<Language, Record<CycleReason, string>> = {
  en: english.moneyBack,
  es: spanish.moneyBack,
}
