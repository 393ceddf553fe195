import { limits } from '@coinless/contract/limits.ts'
import { reports } from '@coinless/contract/reports.ts'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { Dialog } from '../../shared/forms/Dialog.tsx'
import { DialogForm } from '../../shared/forms/DialogForm.tsx'
import { useMoneyForm } from '../../shared/forms/use-money-form.ts'
import { showMoneyFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { checkedBy } from '../../shared/ui/form-check.ts'

interface AnswerProps {
  caseId: string
  /** undefined: answers all open reports. */
  reportId?: string
}

export function AnswerButton(props: AnswerProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const name = t(props.reportId ? 'reports.answer' : 'reports.answerAll')
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {name}
      </Button>
      <Dialog title={name} isOpen={isOpen} close={close}>
        <AnswerForm {...props} close={close} />
      </Dialog>
    </>
  )
}

/** Sent once, even if its answer is lost. */
function AnswerForm({ caseId, reportId, close }: AnswerProps & { close: () => void }) {
  const name = `answer ${reportId ?? caseId}`
  const bodyOf = ({ text }: { text: string }) => ({
    text,
    ...(reportId && { report_id: reportId }),
  })
  const form = useMoneyForm({
    name,
    intention: name,
    initial: { text: '' },
    validate: (input) => checkedBy(reports.answer.body)(bodyOf(input)),
    send: (input, idempotencyKey) =>
      call(calls.reports.answer, { params: { id: caseId }, body: bodyOf(input), idempotencyKey }),
    success: t('reports.answered'),
    leave: close,
    left: close,
    failed: showMoneyFailure(name, t('reports.answerFailed')),
  })
  return (
    <DialogForm form={form} label={t('reports.send')}>
      <TextInput
        label={t('field.text')}
        required
        data-autofocus
        maxLength={limits.reportTextMax}
        {...form.getInputProps('text')}
      />
    </DialogForm>
  )
}
