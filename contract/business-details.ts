import { z } from 'zod'
import { deviceTypes, taxDues } from './choices.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './explain.ts'
import { optionalText, severalLines, text, timestamp, versionQuery } from './fields.ts'
import { limits } from './limits.ts'
import { timeZone } from './time-zone.ts'

const { taxRateDecimals, taxRateMax } = limits

const taxRate = z
  .number()
  .min(0)
  .max(taxRateMax)
  .refine(
    (rate) => Number(rate.toFixed(taxRateDecimals)) === rate,
    'two_decimals' satisfies Problem,
  )
  .describe('Percent, included in prices')

const TaxRate = z.object({ device_type: z.enum(deviceTypes), tax_rate: z.number() })

export const BusinessDetailsVersion = z.object({
  effective_from: z.iso.date().describe('First day, in the time zone'),
  time_zone: z.string(),
  name: z.string().describe('Name of the business'),
  address: z.string().describe('Several lines'),
  tax_id: z.string().nullable(),
  tax_rate: z.number().nullable().describe('Percent, included in prices. null: no tax'),
  tax_rates: z.array(TaxRate).describe('Other rates, by device type'),
  tax_due: z
    .enum(taxDues)
    .describe(
      'cycle: a payment with a code has tax. sale: it has none, because tax was due when the code was sold',
    ),
  created_at: timestamp,
})
export type BusinessDetailsVersion = z.infer<typeof BusinessDetailsVersion>

export const BusinessDetails = z.object({
  current: BusinessDetailsVersion.nullable().describe('null: receipts get no numbers'),
  planned: z.array(BusinessDetailsVersion).describe('Versions that follow, next first'),
  past: z.array(BusinessDetailsVersion).describe('Replaced versions, newest first'),
})
export type BusinessDetails = z.infer<typeof BusinessDetails>

export const businessDetails = {
  get: endpoint('GET', '/users-me/business-details', {
    summary: 'Get the business details on your receipts, and your tax rates',
    may: 'account',
    needs: 'account',
    reply: BusinessDetails,
  }),
  save: endpoint('PATCH', '/users-me/business-details', {
    summary:
      'Change your business details and tax rates from a day on. Payments from then on get numbered receipts; earlier receipts stay as they are',
    may: 'account',
    needs: 'account',
    query: versionQuery,
    body: z.strictObject({
      effective_from: z.iso
        .date('not_a_day' satisfies Problem)
        .describe('Today or later, in the time zone. Replaces a version planned for the same day'),
      time_zone: timeZone.describe('Your time zone, in which days and years start'),
      name: text(limits.nameMax),
      address: severalLines(limits.businessAddressMax),
      tax_id: optionalText(limits.taxIdMax),
      tax_rate: taxRate.nullable(),
      tax_rates: z
        .array(z.strictObject({ device_type: z.enum(deviceTypes), tax_rate: taxRate }))
        .max(deviceTypes.length)
        .refine(
          (rates) => new Set(rates.map((each) => each.device_type)).size === rates.length,
          'repeated' satisfies Problem,
        ),
      tax_due: z.enum(taxDues),
    }),
    reply: BusinessDetails,
    refusals: [
      'business_details_need_verification',
      'too_many_business_details',
      'changed_meanwhile',
    ],
  }),
}
