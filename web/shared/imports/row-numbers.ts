import { t } from '../texts/texts.ts'
import { number } from '../ui/formats.ts'

const shownMax = 10

/** List such as '2, 5, 9'; only the first numbers of a long one. */
export function rowNumbers(rows: readonly number[]): string {
  const shown = rows.slice(0, shownMax).map(String).join(', ')
  const more = rows.length - shownMax
  return more > 0 ? t('import.andMore', { shown, more: number(more) }) : shown
}
