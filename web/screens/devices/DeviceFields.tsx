import { coinTypes, smallestCoin } from '@coinless/contract/coins.ts'
import {
  type DeviceField,
  type DeviceFieldName,
  deviceFields,
} from '@coinless/contract/device-fields.ts'
import { placesOf } from '@coinless/contract/permissions.ts'
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Fragment, type ReactNode } from 'react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { isStaff } from '../../shared/account/rights.ts'
import { fieldName } from '../../shared/texts/texts.ts'
import { AddressInput } from '../../shared/ui/AddressInput.tsx'
import { AmountField } from '../../shared/ui/AmountField.tsx'
import { coinLabel, options } from '../../shared/ui/formats.ts'
import { NumberField } from '../../shared/ui/NumberField.tsx'
import { DeviceNumber, type useSameNumber } from './DeviceNumber.tsx'
import { type DeviceInput, formFields, minimumWithin } from './device-input.ts'

interface DeviceFieldsProps {
  form: UseFormReturnType<DeviceInput>
  same: ReturnType<typeof useSameNumber>
  /** Initial minimum duration, in minutes. */
  minimum: DeviceInput['minimum_duration_minutes']
}

export function DeviceFields({ form, same, minimum }: DeviceFieldsProps) {
  const user = useUser()
  const places = placesOf(user)
  const input = form.getInputProps
  const duration = input('duration_minutes')
  /** An untouched minimum follows the duration, as on the server. */
  function changeDuration(value: number | string) {
    const before = minimumWithin(minimum, form.values.duration_minutes)
    duration.onChange(value)
    if (form.values.minimum_duration_minutes !== before) return
    form.setFieldValue('minimum_duration_minutes', minimumWithin(minimum, value))
  }
  const own: Partial<Record<DeviceFieldName, ReactNode>> = {
    device_number: <DeviceNumber input={input} typed={form.values.device_number} same={same} />,
    landlord_email: (
      // Payments go to the landlord, so staff must not change it.
      <Control
        name="landlord_email"
        input={{ ...input('landlord_email'), readOnly: isStaff(user) }}
      />
    ),
    location: places && (
      <NativeSelect
        label={fieldName('location')}
        required
        data={['', ...places]}
        {...input('location')}
      />
    ),
    duration_minutes: (
      <Control name="duration_minutes" input={{ ...duration, onChange: changeDuration }} />
    ),
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {formFields.map((name) => (
        <Fragment key={name}>{own[name] ?? <Control name={name} input={input(name)} />}</Fragment>
      ))}
    </SimpleGrid>
  )
}

function Control({ name, input }: { name: DeviceFieldName; input: object }) {
  const { kind, isRequired = false, max, values = [] }: DeviceField = deviceFields[name]
  const props = { label: fieldName(name), required: isRequired, ...input }
  switch (kind) {
    case 'text':
      return <TextInput maxLength={max} {...props} />
    case 'address':
      return <AddressInput {...props} />
    case 'choice':
      return <NativeSelect data={options(values)} {...props} />
    case 'coin':
      return (
        <NativeSelect
          data={coinTypes.map((value) => ({ value, label: coinLabel(value) }))}
          {...props}
        />
      )
    case 'minutes':
      return <NumberField min={1} max={max} {...props} />
    case 'amount':
      return <AmountField min={0} max={max} step={smallestCoin} {...props} />
  }
}
