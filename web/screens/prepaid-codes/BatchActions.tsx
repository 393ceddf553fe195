import {
  type BatchReport,
  type CodeBatchState,
  prepaidCodeBatches,
} from '@coinless/contract/prepaid-code-batches.ts'
import { Button, Group, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { mayUse } from '../../shared/account/rights.ts'
import { calls } from '../../shared/calls/calls.ts'
import { call, type IdempotencyKey } from '../../shared/calls/client.ts'
import { Dialog } from '../../shared/forms/Dialog.tsx'
import { DialogForm } from '../../shared/forms/DialogForm.tsx'
import { useMoneyForm } from '../../shared/forms/use-money-form.ts'
import { useShownValues } from '../../shared/forms/use-shown-values.ts'
import { showMoneyFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { AmountField } from '../../shared/ui/AmountField.tsx'
import { checkedBy } from '../../shared/ui/form-check.ts'
import { money } from '../../shared/ui/formats.ts'
import { showSuccess } from '../../shared/ui/toasts.ts'
import { endOfDay, lastDay } from './expiry.ts'

type Action = 'topUp' | 'extend' | 'mail' | 'disable'
type Values = { amount: number | string; day: string; mail_customers: boolean }

/** Actions on all remaining codes of a batch: on exactly as many as shown, or on none. */
export function BatchActions({ batch }: { batch: CodeBatchState }) {
  const mayTopUp = mayUse(useUser(), 'give_money')
  const actions = (['topUp', 'extend', 'mail', 'disable'] as const).filter(
    (action) => action !== 'topUp' || mayTopUp,
  )
  return (
    <Group>
      {actions.map((action) => (
        <ActionButton key={action} action={action} batch={batch} />
      ))}
    </Group>
  )
}

function concernedBy(action: Action, { left, enabled, not_mailed }: CodeBatchState) {
  if (action === 'mail') return { codes: not_mailed, dollars: 0 }
  return action === 'topUp' ? left : enabled
}

function ActionButton({ action, batch }: { action: Action; batch: CodeBatchState }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant={action === 'disable' ? 'light' : 'default'}
        {...(action === 'disable' && { color: 'red' })}
        disabled={concernedBy(action, batch).codes === 0}
        onClick={() => setOpen(true)}
      >
        {t(`batches.${action}`)}
      </Button>
      <Dialog title={t(`batches.${action}Title`)} isOpen={isOpen} close={close}>
        <ActionForm action={action} batch={batch} close={close} />
      </Dialog>
    </>
  )
}

interface ActionFormProps {
  action: Action
  batch: CodeBatchState
  close: () => void
}

function ActionForm({ action, batch, close }: ActionFormProps) {
  const { codes, dollars } = concernedBy(action, batch)
  const name = `${action} batch ${batch.id}`
  const seen = useShownValues(batch.issued.dollars)
  const form = useMoneyForm<Values, BatchReport>({
    name,
    intention: name,
    initial: { amount: '', day: lastDay(batch.expires_at), mail_customers: false },
    validate: ({ amount }) =>
      action === 'topUp' ? checkedBy(prepaidCodeBatches.topUp.body)({ codes, amount }) : {},
    send: (values, key) =>
      sendAction(action, { id: batch.id, codes, seen: seen.take() }, values, key),
    done: (report) =>
      showSuccess(
        t(`batches.${action}Done`, { count: report.codes, amount: money(report.dollars) }),
      ),
    leave: close,
    left: close,
    told: seen.told,
    failed: showMoneyFailure(name, t('batches.changeFailed')),
  })
  const total = codes * (Number(form.values.amount) || 0)
  const told = action === 'topUp' ? total : dollars
  return (
    <DialogForm
      form={form}
      label={t(`batches.${action}Codes`, { count: codes })}
      {...(action === 'disable' && { color: 'red' })}
    >
      {action === 'topUp' && (
        <AmountField
          label={t('batches.amountEach')}
          required
          data-autofocus
          {...form.getInputProps('amount')}
        />
      )}
      {action === 'topUp' && batch.with_email > 0 && (
        <Switch
          label={t('batches.mailCustomers', { count: batch.with_email })}
          {...form.getInputProps('mail_customers', { type: 'checkbox' })}
        />
      )}
      {action === 'extend' && (
        <TextInput
          label={t('prepaidCodes.lastDay')}
          description={t('prepaidCodes.expiryHint')}
          type="date"
          data-autofocus
          {...form.getInputProps('day')}
        />
      )}
      <Text size="sm" aria-live="polite">
        {t(`batches.${action}Hint`, { count: codes, amount: money(told) })}
      </Text>
    </DialogForm>
  )
}

function sendAction(
  action: Action,
  { id, codes, seen }: { id: string; codes: number; seen: number },
  { amount, day, mail_customers }: Values,
  idempotencyKey: IdempotencyKey,
): Promise<BatchReport> {
  const { topUp, extend, mail, disable } = calls.prepaidCodeBatches
  const sent = { params: { id }, idempotencyKey }
  if (action === 'topUp') {
    const body = { codes, amount: Number(amount), mail_customers, seen_balance: seen }
    return call(topUp, { ...sent, body })
  }
  if (action === 'mail') return call(mail, { ...sent, body: { codes } })
  if (action === 'disable') return call(disable, { ...sent, body: { codes } })
  return call(extend, { ...sent, body: { codes, expires_at: endOfDay(day) } })
}
