import type { documents } from './en/documents.ts'
import { inEachLanguage } from './in-each-language.ts'

export type DocumentTexts = typeof documents

/** For screens and server. The build of the screens replaces this module with static imports (vite.config.ts). */
export const documentTexts = await inEachLanguage<DocumentTexts>(
  async (language) => (await import(`./${language}/documents.ts`)).documents,
)
