import type { CodeChoice } from '@coinless/contract/payments.ts'
import { ActionIcon } from '@mantine/core'
import { X } from 'lucide-react'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { useDeletion } from '../queries/use-deletion.ts'
import { t } from '../texts/texts.ts'
import { labelOfCode, type NamedCode } from './code-label.ts'

/** Removes a saved code, after a confirmation. */
export default function ForgetCode({ code }: { code: Pick<CodeChoice, 'id'> & NamedCode }) {
  const name = labelOfCode(code)
  const { askToDelete, isDeleting } = useDeletion({
    id: code.id,
    remove: () => call(calls.payments.forgetCode, { params: { id: code.id } }),
    key: 'prepaid-codes',
    title: t('payments.forgetTitle'),
    text: t('payments.forgetText', { name }),
    deleted: t('payments.forgotten'),
    failed: t('payments.forgetFailed'),
  })
  const label = t('payments.forget', { name })
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      disabled={isDeleting}
      onClick={askToDelete}
    >
      <X size={18} />
    </ActionIcon>
  )
}
