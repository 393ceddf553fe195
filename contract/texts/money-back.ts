import type { CycleReason } from '../choices.ts'
import type { Language } from '../languages.ts'
import english from './en/screens.json' with { type: 'json' }
import spanish from './es/screens.json' with { type: 'json' }

/** Causes of automatic refunds, for mails and files. Screens load the texts of one language. */
export const moneyBackTexts: Record<Language, Record<CycleReason, string>> = {
  en: english.moneyBack,
  es: spanish.moneyBack,
}
