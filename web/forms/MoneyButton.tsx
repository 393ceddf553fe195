import { limits } from '@coinless/contract/limits.ts'
import { Button, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import type { IdempotencyKey } from '../calls/client.ts'
import { showMoneyFailure } from '../queries/failures.ts'
import { t } from '../texts/texts.ts'
import { checkedBy } from '../ui/form-check.ts'
import { NumberField } from '../ui/NumberField.tsx'
import { Dialog } from './Dialog.tsx'
import { DialogForm } from './DialogForm.tsx'
import { useMoneyForm } from './use-money-form.ts'

type MoneyValues = {
  /** Dollars. */
  amount: number
  reason: string
  mail_customer?: boolean
}

interface MoneyFormProps<Answer> {
  /** The intention, as idempotency-key.ts calls it; the draft has the same name. */
  name: string
  hint: string
  /** Of the button that opens the dialog, and of the one that sends it. */
  label: string
  /** Checks what is typed; the reason is asked for when it has one. */
  schema: z.ZodObject
  /** Dollars. */
  initialAmount?: number
  /** Where somebody can be told by mail. */
  mailLabel?: string
  send: (values: MoneyValues, idempotencyKey: IdempotencyKey) => Promise<Answer>
  done: (answer: Answer) => void
  failed: string
}

interface MoneyButtonProps<Answer> extends MoneyFormProps<Answer> {
  title: string
  isDisabled?: boolean
}

/** Moves money, after a dialog. */
export function MoneyButton<Answer>(props: MoneyButtonProps<Answer>) {
  const { title, isDisabled = false, ...form } = props
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" disabled={isDisabled} onClick={() => setOpen(true)}>
        {form.label}
      </Button>
      <Dialog title={title} isOpen={isOpen} close={close}>
        <MoneyForm {...form} close={close} />
      </Dialog>
    </>
  )
}

/** Asks for an amount, and why where that matters. */
function MoneyForm<Answer>(props: MoneyFormProps<Answer> & { close: () => void }) {
  const { name, hint, label, schema, initialAmount, mailLabel, send, done, failed, close } = props
  const hasReason = 'reason' in schema.shape
  const form = useMoneyForm<Record<string, unknown>, Answer>({
    name,
    intention: name,
    initial: {
      amount: initialAmount ?? '',
      ...(hasReason && { reason: '' }),
      ...(mailLabel && { mail_customer: false }),
    },
    validate: checkedBy(schema),
    send: (values, idempotencyKey) => send(values as MoneyValues, idempotencyKey),
    done,
    leave: close,
    left: close,
    failed: showMoneyFailure(name, failed),
  })
  return (
    <DialogForm form={form} label={label}>
      <Text size="sm">{hint}</Text>
      <NumberField
        label={t('field.amount')}
        required
        data-autofocus
        prefix="$"
        decimals={2}
        {...form.getInputProps('amount')}
        // Whoever wants another amount types it in place of this one.
        onFocus={(event) => initialAmount !== undefined && event.currentTarget.select()}
      />
      {hasReason && (
        <TextInput
          label={t('field.reason')}
          required
          maxLength={limits.reasonMax}
          {...form.getInputProps('reason')}
        />
      )}
      {mailLabel && (
        <Switch label={mailLabel} {...form.getInputProps('mail_customer', { type: 'checkbox' })} />
      )}
    </DialogForm>
  )
}
