import { currency } from '@coinless/contract/currency.ts'
import type { ComponentProps } from 'react'
import { NumberField } from './NumberField.tsx'

/** A number field for an amount in the currency of the installation. */
export function AmountField(props: ComponentProps<typeof NumberField>) {
  return <NumberField prefix={currency.prefix} decimals={currency.decimals} {...props} />
}
