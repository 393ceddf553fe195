import { limits } from '@coinless/contract/limits.ts'
import { payments, sandboxPaymentMethods } from '@coinless/contract/payments.ts'
import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { t } from 'i18next'
import { Info } from 'lucide-react'
import { call } from '../api.ts'
import { checkedBy } from '../ui/form-check.ts'
import { type PaymentProps, usePayment } from './use-payment.tsx'

interface Customer {
  customer_name: string
  customer_email: string
}

export function CardForm(props: PaymentProps) {
  const form = useForm<Customer>({
    initialValues: { customer_name: '', customer_email: '' },
    validate: checkedBy(payments.card.body.pick({ customer_name: true, customer_email: true })),
  })
  const { pay, isProcessing } = usePayment(
    props,
    (terms, customer: Customer, idempotencyKey) =>
      call(payments.card, {
        body: { ...terms, ...customer, payment_method_id: sandboxPaymentMethods.approved },
        idempotencyKey,
      }),
    form.reset,
  )
  return (
    <form onSubmit={form.onSubmit(pay)} noValidate>
      <Stack>
        <Alert color="yellow" icon={<Info />}>
          {t('payments.placeholder')}
        </Alert>
        <TextInput
          label={t('field.customerName')}
          required
          maxLength={limits.nameMax}
          autoComplete="name"
          {...form.getInputProps('customer_name')}
        />
        <TextInput
          label={t('field.email')}
          type="email"
          required
          maxLength={limits.emailMax}
          autoComplete="email"
          {...form.getInputProps('customer_email')}
        />
        <Button type="submit" disabled={isProcessing || !props.device}>
          {isProcessing ? t('payments.processing') : t('payments.payCard')}
        </Button>
      </Stack>
    </form>
  )
}
