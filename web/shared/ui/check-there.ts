import { fieldTexts } from '@coinless/contract/texts/field-texts.ts'
import { currentLanguage } from '../texts/texts.ts'
import { fieldErrors } from './form-check.ts'

/**
 * Checks only that a field is filled, and leaves all other rules to the server, so that a first screen need not load
 * all schemas.
 */
export function checkedToBeThere(field: string) {
  return (values: Record<string, string>) => {
    if (values[field]?.trim()) return {}
    const language = currentLanguage()
    return fieldErrors([{ field, message: fieldTexts[language].problems.empty }], language)
  }
}
