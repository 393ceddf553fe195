import { limits } from '@coinless/contract/limits.ts'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { z } from 'zod'
import { t } from '../texts/texts.ts'
import { FormNotice } from '../ui/FormNotice.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { NumberField } from '../ui/NumberField.tsx'
import { useIfStillHere } from '../ui/use-if-still-here.ts'
import { CancelDialog, Dialog } from './Dialog.tsx'
import { useKeptForm } from './use-kept-form.ts'

export interface MoneyValues {
  /** Dollars. */
  amount: number
  reason: string
}

interface MoneyDialogProps {
  /** Under it the draft is kept: what is done, and to what. */
  name: string
  title: string
  isOpen: boolean
  hint: string
  /** Of the button that sends it. */
  label: string
  /** Checks what is typed; the reason is asked for when it has one. */
  schema: z.ZodObject
  /** Dollars. */
  initialAmount: number | ''
  isSending: boolean
  /** @param done closes this dialog, unless something else was typed there meanwhile */
  send: (values: MoneyValues, done: () => void) => void
  close: () => void
}

export function MoneyDialog({ title, isOpen, close, ...form }: MoneyDialogProps) {
  return (
    <Dialog title={title} isOpen={isOpen} close={close}>
      <MoneyForm close={close} {...form} />
    </Dialog>
  )
}

/** Asks for an amount, and why where that matters, before money is moved. */
function MoneyForm(props: Omit<MoneyDialogProps, 'title' | 'isOpen'>) {
  const { name, hint, label, schema, initialAmount, isSending, send, close } = props
  const ifStillHere = useIfStillHere()
  const hasReason = 'reason' in schema.shape
  const initial = { amount: initialAmount, ...(hasReason && { reason: '' }) }
  const form = useKeptForm({ name, initial, validate: checkedBy(schema) })
  function submit(values: typeof form.values) {
    send(values as MoneyValues, () => {
      const hasRest = form.saved(values, { now: initial })
      if (!hasRest) ifStillHere(close)
    })
  }
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        <FormNotice form={form} labels={{}} />
        <Text size="sm">{hint}</Text>
        <NumberField
          label={t('field.amount')}
          required
          data-autofocus
          prefix="$"
          decimals={2}
          {...form.getInputProps('amount')}
        />
        {hasReason && (
          <TextInput
            label={t('field.reason')}
            required
            maxLength={limits.reasonMax}
            {...form.getInputProps('reason')}
          />
        )}
        <Group justify="flex-end">
          <CancelDialog />
          <Button type="submit" loading={isSending}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
