import { limits } from '@coinless/contract/limits.ts'
import { reports } from '@coinless/contract/reports.ts'
import { Paper, Stack, Textarea } from '@mantine/core'
import type { IdempotencyKey } from '../../shared/calls/client.ts'
import { FormButtons } from '../../shared/forms/FormButtons.tsx'
import { FormNotice } from '../../shared/forms/FormNotice.tsx'
import { useMoneyForm } from '../../shared/forms/use-money-form.ts'
import { showMoneyFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { checkedBy } from '../../shared/ui/form-check.ts'

interface ReplyFormProps {
  /** Name of the draft, and intention for idempotency-key.ts. */
  name: string
  label: string
  /** Whether the report is resolved, so that it takes no message. What was typed until then stays. */
  isOver: boolean
  isFramed?: boolean
  variant?: 'default'
  send: (text: string, idempotencyKey: IdempotencyKey) => Promise<unknown>
}

/** Message about a report, below those before it. Sent once, even if its answer is lost. */
export function ReplyForm(props: ReplyFormProps) {
  const { name, label, isOver, isFramed = false, variant, send } = props
  const form = useMoneyForm({
    name,
    intention: name,
    initial: { text: '' },
    validate: checkedBy(reports.reply.body),
    send: ({ text }, idempotencyKey) => send(text, idempotencyKey),
    success: t('reports.answered'),
    failed: showMoneyFailure(name, t('reports.answerFailed')),
  })
  if (isOver && !form.isChanged) return null
  return (
    <Paper
      component="form"
      onSubmit={form.submit}
      noValidate
      withBorder={isFramed}
      p={isFramed ? 'md' : 0}
    >
      <Stack gap="xs">
        <FormNotice form={form} />
        <Textarea
          label={label}
          required
          rows={3}
          resize="vertical"
          maxLength={limits.reportTextMax}
          {...form.getInputProps('text')}
        />
        <FormButtons form={form} label={t('reports.send')} variant={variant} />
      </Stack>
    </Paper>
  )
}
