import { limits } from '@coinless/contract/limits.ts'
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import type { z } from 'zod'
import { t } from '../texts/texts.ts'
import { checkedBy } from './form-check.ts'
import { NumberField } from './NumberField.tsx'
import { useCheckedForm } from './use-checked-form.ts'
import { useIfStillHere } from './use-if-still-here.ts'

export interface MoneyValues {
  /** Dollars. */
  amount: number
  reason: string
}

interface MoneyDialogProps {
  title: string
  hint: string
  submitLabel: string
  /** Checks what is typed; the reason is asked for when it has one. */
  schema: z.ZodObject
  /** Dollars. */
  initialAmount: number | ''
  isSending: boolean
  /** @param finish closes this dialog, and no other that has been opened since */
  send: (values: MoneyValues, finish: () => void) => void
  close: () => void
}

/** Asks for an amount, and why where that matters, before money is moved. */
export function MoneyDialog(props: MoneyDialogProps) {
  const { title, hint, submitLabel, schema, initialAmount, isSending, send, close } = props
  const ifStillHere = useIfStillHere()
  const finish = () => ifStillHere(close)
  const hasReason = 'reason' in schema.shape
  const form = useCheckedForm({
    initialValues: { amount: initialAmount, ...(hasReason && { reason: '' }) },
    validate: checkedBy(schema),
  })
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      centered
    >
      <form onSubmit={form.onSubmit((values) => send(values as MoneyValues, finish))} noValidate>
        <Stack>
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
            <Button variant="default" onClick={close}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={isSending}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
