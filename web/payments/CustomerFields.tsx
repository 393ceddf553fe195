import { limits } from '@coinless/contract/limits.ts'
import { payments } from '@coinless/contract/payments.ts'
import { TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { t } from '../texts/texts.ts'
import { checkedBy } from '../ui/form-check.ts'

export interface Customer {
  customer_name: string
  customer_email: string
}

export function useCustomerForm() {
  return useForm<Customer>({
    initialValues: { customer_name: '', customer_email: '' },
    validate: checkedBy(payments.card.body.pick({ customer_name: true, customer_email: true })),
  })
}

/** Who pays by card, and where the receipt goes. */
export function CustomerFields({ form }: { form: UseFormReturnType<Customer> }) {
  return (
    <>
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
    </>
  )
}
