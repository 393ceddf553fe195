import type { Language } from '../languages.ts'
import { fields as en } from './en/fields.ts'
import { fields as es } from './es/fields.ts'

export type FieldTexts = typeof en

/** For screens and server, with static imports: the screens bundle them with the code. */
export const fieldTexts: Record<Language, FieldTexts> = { en, es }
