import { limits } from '@coinless/contract/limits.ts'
import { payments } from '@coinless/contract/payments.ts'
import { Button, Stack, TextInput } from '@mantine/core'
import { calls } from '../api/calls.ts'
import { call } from '../api/client.ts'
import { useKeptForm } from '../forms/use-kept-form.ts'
import { t } from '../texts/texts.ts'
import { checkedBy } from '../ui/form-check.ts'
import { type PaymentProps, usePayment } from './use-payment.tsx'

const blank = { prepaid_code: '' }
/** The text is worth money. */
const secrets = ['prepaid_code'] as const

export function PrepaidForm(props: PaymentProps) {
  const form = useKeptForm({
    name: 'payment',
    initial: blank,
    secrets,
    validate: checkedBy(payments.prepaid.body.pick({ prepaid_code: true })),
  })
  const { pay, isProcessing } = usePayment(
    props,
    (terms, values: { prepaid_code: string }, idempotencyKey) =>
      call(calls.payments.prepaid, { body: { ...terms, ...values }, idempotencyKey }),
    (paid) => form.saved(paid, { now: blank }),
  )
  return (
    <form onSubmit={form.onSubmit(pay)} noValidate>
      <Stack>
        <TextInput
          label={t('payments.prepaidTab')}
          required
          maxLength={limits.codeMax}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.getInputProps('prepaid_code')}
        />
        <Button type="submit" disabled={isProcessing || !props.device}>
          {isProcessing ? t('payments.processing') : t('payments.payPrepaid')}
        </Button>
      </Stack>
    </form>
  )
}
