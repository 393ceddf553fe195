import type { Language } from '../languages.ts'
import { fields as englishFields } from './en/fields.ts'
import { mails as englishMails } from './en/mails.ts'
import { refusals as englishRefusals } from './en/refusals.ts'
import { fields as spanishFields } from './es/fields.ts'
import { mails as spanishMails } from './es/mails.ts'
import { refusals as spanishRefusals } from './es/refusals.ts'

export const fieldTexts: Record<Language, FieldTexts> = { en: englishFields, es: spanishFields }
export const mailTexts: Record<Language, MailTexts> = { en: englishMails, es: spanishMails }
export const refusalTexts: Record<Language, RefusalTexts> = {
  en: englishRefusals,
  es: spanishRefusals,
}

export type FieldTexts = typeof englishFields
export type MailTexts = typeof englishMails
export type RefusalTexts = typeof englishRefusals
