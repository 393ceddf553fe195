import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { useDeletion } from '../../shared/queries/use-deletion.ts'
import { t } from '../../shared/texts/texts.ts'

/** The list and the detail screen have their own titles and calls. */
const screens = {
  list: { question: 'prepaidCodes.deleteFromList', endpoint: calls.prepaidCodes.delete },
  detail: {
    question: 'prepaidCodes.deleteFromDetail',
    endpoint: calls.prepaidCodes.deleteById,
  },
} as const

interface Options {
  screen: keyof typeof screens
  onDeleted?: () => void
}

export function useCodeDeletion({ id, code }: PrepaidCode, { screen, onDeleted }: Options) {
  const { question, endpoint } = screens[screen]
  return useDeletion({
    id,
    remove: () => call(endpoint, { params: { id } }),
    key: 'prepaid-codes',
    title: t(question),
    text: t('prepaidCodes.deleteText', { code }),
    deleted: t('prepaidCodes.deleted'),
    failed: t('prepaidCodes.deleteFailed'),
    onDeleted,
  })
}
