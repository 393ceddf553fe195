import type { Transaction } from '@coinless/contract/transactions.ts'
import { t } from '../texts/texts.ts'

/** Which programme was paid for, at a device that had several. */
export function programmeOf({ programme }: Transaction): [string, string][] {
  return programme === null ? [] : [[t('field.programme'), programme]]
}
