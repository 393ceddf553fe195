import type { MinorUnits } from './money.ts'
import { taxLimits } from './tax-limits.ts'

const perPercent = 10 ** taxLimits.taxRateDecimals

/**
 * Tax contained in a gross amount: gross × rate / (100 + rate), rounded half up to whole minor units. Each receipt and
 * credit note is rounded alone; net is gross less tax.
 * @param rate percent, with at most two decimals
 */
export function taxIn(gross: MinorUnits, rate: number): MinorUnits {
  const part = Math.round(rate * perPercent)
  const whole = 100 * perPercent + part
  return Math.floor((2 * gross * part + whole) / (2 * whole)) as MinorUnits
}
