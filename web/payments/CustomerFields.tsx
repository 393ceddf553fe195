import { limits } from '@coinless/contract/limits.ts'
import { payments } from '@coinless/contract/payments.ts'
import { TextInput } from '@mantine/core'
import { t } from '../texts/texts.ts'
import { checkedBy } from '../ui/form-check.ts'

const initial = { customer_name: '', customer_email: '' }
export type Customer = typeof initial

export const customerForm = {
  name: 'card payment',
  initial,
  validate: checkedBy(payments.card.body.pick({ customer_name: true, customer_email: true })),
}

interface CustomerFieldsProps {
  form: { getInputProps: (field: keyof Customer) => object }
}

/** Who pays by card, and where the receipt goes. */
export function CustomerFields({ form }: CustomerFieldsProps) {
  return (
    <>
      <TextInput
        label={t('field.customer_name')}
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
