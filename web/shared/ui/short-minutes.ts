import { t } from '../texts/texts.ts'
import { number } from './formats.ts'

/** '30 min', for columns. */
export function shortMinutes(count: number): string {
  return t('units.min', { minutes: number(count) })
}
