import type { Device } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { payments } from '@coinless/contract/payments.ts'
import { SimpleGrid, TextInput } from '@mantine/core'
import { useUser } from '../../shared/account/auth-context.tsx'
import { t } from '../../shared/texts/texts.ts'
import { AddressInput } from '../../shared/ui/AddressInput.tsx'
import { checkedBy } from '../../shared/ui/form-check.ts'

const nobody = { customer_name: '', customer_email: '' }
export type Customer = typeof nobody

const validate = checkedBy(payments.card.body.pick({ customer_name: true, customer_email: true }))

/** The signed-in payer is the customer, unless other data is typed. */
export function useCustomerForm(device: Device | undefined) {
  const { full_name, email, is_guest } = useUser()
  const isKnown = device && !is_guest
  const initial = isKnown ? { customer_name: full_name, customer_email: email } : nobody
  return { name: 'card payment', initial, validate }
}

interface CustomerFieldsProps {
  form: { getInputProps: (field: keyof Customer) => object }
}

/** Who pays by card, and the address for the receipt. */
export function CustomerFields({ form }: CustomerFieldsProps) {
  return (
    <SimpleGrid minColWidth="min(9rem, 100%)" autoFlow="auto-fit" spacing="sm">
      <TextInput
        label={t('field.customer_name')}
        required
        maxLength={limits.nameMax}
        autoComplete="name"
        {...form.getInputProps('customer_name')}
      />
      <AddressInput
        label={t('field.email')}
        required
        autoComplete="email"
        {...form.getInputProps('customer_email')}
      />
    </SimpleGrid>
  )
}
