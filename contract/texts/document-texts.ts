import type { Language } from '../languages.ts'
import { documents as de } from './de/documents.ts'
import { documents as en } from './en/documents.ts'
import { documents as es } from './es/documents.ts'
import { documents as fr } from './fr/documents.ts'
import { documents as pt } from './pt/documents.ts'

export type DocumentTexts = typeof en

/** For screens and server, with static imports: the screens bundle them with the code. */
export const documentTexts: Record<Language, DocumentTexts> = { de, en, es, fr, pt }
