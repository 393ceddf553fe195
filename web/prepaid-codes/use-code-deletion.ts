import { endpoints } from '@coinless/contract/endpoints.ts'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { call } from '../api.ts'
import { t } from '../texts/texts.ts'
import { useDeletion } from '../use-deletion.ts'

interface Options {
  /** The list and the detail screen ask under titles of their own (SPEC section 2). */
  title: string
  onDeleted?: () => void
}

export function useCodeDeletion({ id, code }: PrepaidCode, { title, onDeleted }: Options) {
  return useDeletion({
    remove: () => call(endpoints.prepaidCodes.delete, { params: { id } }),
    key: 'prepaid-codes',
    title,
    text: t('prepaidCodes.deleteText', { code }),
    deleted: t('prepaidCodes.deleted'),
    failed: t('prepaidCodes.deleteFailed'),
    onDeleted,
  })
}
