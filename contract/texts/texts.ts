import type { calendar } from './en/calendar.ts'
import type { mails } from './en/mails.ts'
import type { refusals } from './en/refusals.ts'
import type { FieldTexts } from './field-texts.ts'
import { inEachLanguage } from './in-each-language.ts'

export type RefusalTexts = typeof refusals

export const mailTexts = await inEachLanguage<typeof mails>(
  async (language) => (await import(`./${language}/mails.ts`)).mails,
)
export const fieldTexts = await inEachLanguage<FieldTexts>(
  async (language) => (await import(`./${language}/fields.ts`)).fields,
)
export const refusalTexts = await inEachLanguage<RefusalTexts>(
  async (language) => (await import(`./${language}/refusals.ts`)).refusals,
)
export const calendarTexts = await inEachLanguage<typeof calendar>(
  async (language) => (await import(`./${language}/calendar.ts`)).calendar,
)
