import type { Transaction } from '@coinless/contract/transactions.ts'
import { t } from '../../shared/texts/texts.ts'

/** The chosen programme, at a device that had several. */
export function programmeOf({ programme }: Transaction): [string, string][] {
  return programme === null ? [] : [[t('field.programme'), programme]]
}
