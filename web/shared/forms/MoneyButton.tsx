import { limits } from '@coinless/contract/limits.ts'
import { Button, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import type { IdempotencyKey } from '../calls/client.ts'
import { showMoneyFailure } from '../queries/failures.ts'
import { t } from '../texts/texts.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { Dialog } from './Dialog.tsx'
import { DialogForm } from './DialogForm.tsx'
import { useMoneyForm } from './use-money-form.ts'
import { useShownValues } from './use-shown-values.ts'

type MoneyValues = {
  amount: number
  reason: string
  mail_customer?: boolean
}

interface MoneyFormProps<Answer, Seen> {
  /** Intention for idempotency-key.ts, and name of the draft. */
  name: string
  hint: string
  /** Label of the button that opens the dialog, and of the submit button. */
  label: string
  /** Checks the input; a `reason` field in it adds that input. */
  schema: z.ZodObject
  initialAmount?: number
  /** Label of the option to mail the customer, where possible. */
  mailLabel?: string
  /** Values that the user decides by: the server refuses the call if they have changed. */
  seen: Seen
  send: (values: MoneyValues & Seen, idempotencyKey: IdempotencyKey) => Promise<Answer>
  done: (answer: Answer) => void
  failed: string
}

interface MoneyButtonProps<Answer, Seen> extends MoneyFormProps<Answer, Seen> {
  title: string
  isDisabled?: boolean
}

/** Button for a money movement, with a dialog. */
export function MoneyButton<Answer, Seen extends object>(props: MoneyButtonProps<Answer, Seen>) {
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

/** Asks for an amount, and for a reason if required. */
function MoneyForm<Answer, Seen extends object>(
  props: MoneyFormProps<Answer, Seen> & { close: () => void },
) {
  const { name, hint, label, schema, mailLabel, send, done, failed, close } = props
  const seen = useShownValues(props.seen)
  /** Fixed when the dialog opens, so that the amount does not change while the user types. */
  const [initialAmount] = useState(props.initialAmount)
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
    send: (values, key) => send({ ...(values as MoneyValues), ...seen.take() }, key),
    done,
    leave: close,
    left: close,
    told: seen.told,
    failed: showMoneyFailure(name, failed),
  })
  return (
    <DialogForm form={form} label={label}>
      <Text size="sm">{hint}</Text>
      <AmountField
        label={t('field.amount')}
        required
        data-autofocus
        {...form.getInputProps('amount')}
        // Selects the amount, so that typing replaces it.
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
