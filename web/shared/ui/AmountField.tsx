import { currency } from '@coinless/contract/currency.ts'
import { currencyPrefix } from '@coinless/contract/money.ts'
import type { ComponentProps } from 'react'
import { NumberField } from './NumberField.tsx'

/** A number field for an amount in the currency of the installation. */
export function AmountField(props: ComponentProps<typeof NumberField>) {
  return <NumberField prefix={currencyPrefix} decimals={currency.decimals} {...props} />
}
