import type { fields } from './en/fields.ts'

export type FieldTexts = typeof fields
