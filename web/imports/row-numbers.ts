import { withGroups } from '@coinless/contract/money.ts'
import { t } from '../texts/texts.ts'

const shownMax = 10

/** '2, 5, 9', of very many the first. */
export function rowNumbers(rows: readonly number[]): string {
  const shown = rows.slice(0, shownMax).map(String).join(', ')
  const more = rows.length - shownMax
  return more > 0 ? t('import.andMore', { shown, more: withGroups(more) }) : shown
}
