import type { Language } from '../languages.ts'
import { documents as en } from './en/documents.ts'
import { documents as es } from './es/documents.ts'

export type DocumentTexts = typeof en

/** For screens and server, with static imports: the screens bundle them with the code. */
export const documentTexts: Record<Language, DocumentTexts> = { en, es }
