import { currentFieldTexts } from '../texts/texts.ts'
import { fieldErrors } from './form-check.ts'

/**
 * Checks only that a field is filled, and leaves all other rules to the server, so that a first screen need not load
 * all schemas.
 */
export function checkedToBeThere(field: string) {
  return (values: Record<string, string>) => {
    if (values[field]?.trim()) return {}
    return fieldErrors([{ field, message: currentFieldTexts().problems.empty }])
  }
}
