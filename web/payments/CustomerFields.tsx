import { limits } from '@coinless/contract/limits.ts'
import { payments } from '@coinless/contract/payments.ts'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useKeptForm } from '../forms/use-kept-form.ts'
import { t } from '../texts/texts.ts'
import { checkedBy } from '../ui/form-check.ts'

export type Customer = typeof blank

const blank = { customer_name: '', customer_email: '' }

export function useCustomerForm() {
  const form = useKeptForm({
    name: 'card payment',
    initial: blank,
    validate: checkedBy(payments.card.body.pick({ customer_name: true, customer_email: true })),
  })
  /** What was typed since stays. */
  const clear = (paid: Customer) => form.saved(paid, { now: blank })
  return { ...form, clear }
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
