import { localNumber, withSign } from '@coinless/contract/locales.ts'
import { currentLocale } from '../texts/texts.ts'

/** A number in a field: '2.50', or '$2.50' where the currency's sign stands first. Excess decimals stay visible. */
export function numberText(value: number | string, decimals: number, isAmount = false): string {
  if (typeof value === 'string') return value
  const rounded = value.toFixed(decimals)
  const locale = currentLocale()
  // Without groups, which could be read as decimals.
  const ungrouped = { ...locale, groupsFrom: Number.POSITIVE_INFINITY }
  const digits = localNumber(Number(rounded) === value ? rounded : String(value), ungrouped)
  return isAmount && locale.isSignFirst ? withSign(digits, locale) : digits
}
