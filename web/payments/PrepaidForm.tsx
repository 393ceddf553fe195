import { limits } from '@coinless/contract/limits.ts'
import { payments } from '@coinless/contract/payments.ts'
import { Stack, TextInput } from '@mantine/core'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { t } from '../texts/texts.ts'
import { checkedBy } from '../ui/form-check.ts'
import { PayButton } from './PayButton.tsx'
import { type PaymentProps, usePayment } from './use-payment.tsx'

const codeForm = {
  name: 'payment',
  initial: { prepaid_code: '' },
  /** The text is worth money. */
  secrets: ['prepaid_code'] as const,
  validate: checkedBy(payments.prepaid.body.pick({ prepaid_code: true })),
}

export function PrepaidForm(props: PaymentProps) {
  const form = usePayment(props, codeForm, (terms, values, idempotencyKey) =>
    call(calls.payments.prepaid, { body: { ...terms, ...values }, idempotencyKey }),
  )
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={t('payments.prepaidTab')}
          required
          maxLength={limits.codeMax}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.getInputProps('prepaid_code')}
        />
        <PayButton {...props} isBusy={form.isSaving} label={t('payments.payPrepaid')} />
      </Stack>
    </form>
  )
}
