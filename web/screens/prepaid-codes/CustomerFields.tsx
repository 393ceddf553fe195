import { limits } from '@coinless/contract/limits.ts'
import { TextInput } from '@mantine/core'
import { t } from '../../shared/texts/texts.ts'
import { AddressInput } from '../../shared/ui/AddressInput.tsx'

export const blankCustomer = {
  customer_email: '',
  customer_name: '',
  phone_number: '',
  location: '',
  tag: '',
}

interface CustomerFieldsProps {
  input: (field: keyof typeof blankCustomer) => object
}

export function CustomerEmailField({ input }: CustomerFieldsProps) {
  return <AddressInput label={t('field.customer_email')} {...input('customer_email')} />
}

export function CustomerFields({ input }: CustomerFieldsProps) {
  return (
    <>
      <TextInput
        label={t('field.customer_name')}
        maxLength={limits.nameMax}
        {...input('customer_name')}
      />
      <TextInput
        label={t('field.phone_number')}
        type="tel"
        maxLength={limits.phoneMax}
        {...input('phone_number')}
      />
      <TextInput
        label={t('field.location')}
        maxLength={limits.locationMax}
        {...input('location')}
      />
      <TextInput
        label={t('field.tag')}
        description={t('prepaidCodes.tagHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={limits.tagMax}
        {...input('tag')}
      />
    </>
  )
}
