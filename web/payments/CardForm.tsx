import { sandboxPaymentMethods } from '@coinless/contract/payments.ts'
import { Alert, Button, Stack } from '@mantine/core'
import { Info } from 'lucide-react'
import { calls } from '../api/calls.ts'
import { call } from '../api/client.ts'
import { t } from '../texts/texts.ts'
import { type Customer, CustomerFields, useCustomerForm } from './CustomerFields.tsx'
import { type PaymentProps, usePayment } from './use-payment.tsx'

/** Of the sandbox, which moves no money. */
export function CardForm(props: PaymentProps) {
  const form = useCustomerForm()
  const { pay, isProcessing } = usePayment(
    props,
    (terms, customer: Customer, idempotencyKey) =>
      call(calls.payments.card, {
        body: { ...terms, ...customer, payment_method_id: sandboxPaymentMethods.approved },
        idempotencyKey,
      }),
    form.clear,
  )
  return (
    <form onSubmit={form.onSubmit(pay)} noValidate>
      <Stack>
        <Alert color="yellow" icon={<Info />}>
          {t('payments.placeholder')}
        </Alert>
        <CustomerFields form={form} />
        <Button type="submit" disabled={isProcessing || !props.device}>
          {isProcessing ? t('payments.processing') : t('payments.payCard')}
        </Button>
      </Stack>
    </form>
  )
}
