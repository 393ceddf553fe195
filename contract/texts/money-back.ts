import type { CycleReason } from '../choices.ts'
import type { Language } from '../languages.ts'
import type screens from './en/screens.json'
import { inEachLanguage } from './in-each-language.ts'

/** Causes of automatic refunds, for mails and files. Screens load the texts of one language. */
export const moneyBackTexts: Record<Language, Record<CycleReason, string>> = await inEachLanguage<
  typeof screens.moneyBack
>(
  async (language) =>
    (await import(`./${language}/screens.json`, { with: { type: 'json' } })).default.moneyBack,
)
