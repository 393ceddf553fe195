import { currency } from '@coinless/contract/currency.ts'
import type { ComponentProps } from 'react'
import { currentLocale } from '../texts/texts.ts'
import { NumberField } from './NumberField.tsx'

/** A number field for an amount in the currency of the installation. */
export function AmountField(props: ComponentProps<typeof NumberField>) {
  const sign = currentLocale().isSignFirst ? undefined : currency.sign
  return <NumberField isAmount decimals={currency.decimals} rightSection={sign} {...props} />
}
