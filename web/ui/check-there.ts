import { fieldTexts } from '@coinless/contract/texts/texts.ts'
import { currentLanguage } from '../texts/texts.ts'
import { fieldErrors } from './form-check.ts'

/**
 * Checks that something stands in a field, and leaves the rest of what the contract says of it to the server:
 * for a first screen, which need not wait for all schemas then.
 */
export function checkedToBeThere(field: string) {
  return (values: Record<string, string>) => {
    if (values[field]?.trim()) return {}
    const language = currentLanguage()
    return fieldErrors([{ field, message: fieldTexts[language].problems.empty }], language)
  }
}
