import {
  type BusinessDetails,
  type BusinessDetailsVersion,
  businessDetails,
} from '@coinless/contract/business-details.ts'
import { deviceTypes, type TaxDue } from '@coinless/contract/choices.ts'
import { fieldName, t } from '../../shared/texts/texts.ts'
import { checkedBy } from '../../shared/ui/form-check.ts'
import { label } from '../../shared/ui/formats.ts'
import { viewersTimeZone } from '../../shared/ui/time-zone.ts'

type RateField = `rate_${(typeof deviceTypes)[number]}`
type Rates = Record<RateField, number | string>

export interface BusinessInput extends Record<string, unknown>, Rates {
  name: string
  address: string
  tax_id: string
  /** A number, text typed instead of one, or empty. */
  tax_rate: number | string
  tax_due: TaxDue
  effective_from: string
}

export const taxDueTexts = {
  cycle: { label: 'business.cycle', about: 'business.cycleAbout' },
  sale: { label: 'business.sale', about: 'business.saleAbout' },
} as const

export function rateFields() {
  return deviceTypes.map((type) => ({ name: `rate_${type}` as const, label: label(type) }))
}

/** Of the version that receipts have now, else the next one. */
export function inputOf({ current, planned }: BusinessDetails): BusinessInput {
  const version: Partial<BusinessDetailsVersion> = current ?? planned[0] ?? {}
  const rateOf = new Map(version.tax_rates?.map((each) => [each.device_type, each.tax_rate]))
  const rates = deviceTypes.map((type) => [`rate_${type}`, rateOf.get(type) ?? ''])
  return {
    name: version.name ?? '',
    address: version.address ?? '',
    tax_id: version.tax_id ?? '',
    tax_rate: version.tax_rate ?? '',
    ...(Object.fromEntries(rates) as Rates),
    tax_due: version.tax_due ?? 'cycle',
    effective_from: today(),
  }
}

/** As typed: what is not a number is refused by the check. */
export function bodyOf(values: BusinessInput) {
  const { name, address, tax_id, tax_rate, tax_due, effective_from } = values
  return {
    ...{ name, address, tax_id, tax_due, effective_from, time_zone: viewersTimeZone },
    tax_rate: tax_rate === '' ? null : (tax_rate as number),
    tax_rates: otherRates(values).map((type) => ({
      device_type: type,
      tax_rate: values[`rate_${type}`] as number,
    })),
  }
}

function otherRates(values: BusinessInput) {
  return deviceTypes.filter((type) => values[`rate_${type}`] !== '')
}

const wrong = checkedBy(businessDetails.save.body)

/** Problems of a rate by device type belong to its own field, as if it were the general rate. */
export function validate(values: BusinessInput): Record<string, string> {
  const body = { ...bodyOf(values), tax_rates: [] }
  const ofTypes = otherRates(values).flatMap((type) => {
    const { tax_rate } = wrong({ ...body, tax_rate: values[`rate_${type}`] })
    return tax_rate ? [[`rate_${type}`, tax_rate]] : []
  })
  return { ...wrong(body), ...Object.fromEntries(ofTypes) }
}

export function labels(): Record<string, string> {
  return Object.fromEntries(
    rateFields().map(({ name, label: type }) => [
      name,
      t('units.labeled', { name: fieldName('tax_rate'), value: type }),
    ]),
  )
}

function today(): string {
  const now = new Date()
  const part = (count: number) => String(count).padStart(2, '0')
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`
}
