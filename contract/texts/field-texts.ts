import type { fields } from './en/fields.ts'
import { inEachLanguage } from './in-each-language.ts'

export type FieldTexts = typeof fields

/** For screens and server. The build of the screens replaces this module with static imports (vite.config.ts). */
export const fieldTexts = await inEachLanguage<FieldTexts>(
  async (language) => (await import(`./${language}/fields.ts`)).fields,
)
