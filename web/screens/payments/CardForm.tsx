import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { Alert, Stack } from '@mantine/core'
import { Info } from 'lucide-react'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { t } from '../../shared/texts/texts.ts'
import { CustomerFields, useCustomerForm } from './CustomerFields.tsx'
import { PayButton } from './PayButton.tsx'
import { type PaymentProps, usePayment } from './use-payment.tsx'

/** Card form of the sandbox, which moves no money. */
export default function CardForm(props: PaymentProps) {
  const form = usePayment(props, useCustomerForm(props.device), (terms, customer, idempotencyKey) =>
    call(calls.payments.card, {
      body: { ...terms, ...customer, payment_method_id: sandboxPaymentMethods.approved },
      idempotencyKey,
    }),
  )
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <Alert color="yellow" p="xs" icon={<Info />}>
          {t('payments.placeholder')}
        </Alert>
        <CustomerFields form={form} />
        <PayButton
          {...props}
          isBusy={form.isSaving}
          label={t('payments.payCard')}
          refused={form.refused}
        />
      </Stack>
    </form>
  )
}
