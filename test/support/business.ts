import type { DeviceType, TaxDue } from '@coinless/contract/choices.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './make.ts'

interface Facts {
  /** From then on. Calls only take days from today on. */
  at?: string
  name?: string
  tax_rate?: number | null
  tax_rates?: Partial<Record<DeviceType, number>>
  tax_due?: TaxDue
  time_zone?: string
}

/** Business details since a time in the past. */
export async function makeBusiness(
  { database }: Pick<TestApp, 'database'>,
  { id: user_id }: Pick<TestUser, 'id'>,
  { at = '2020-01-01', name = 'Lou’s Laundry', tax_rate = 19, ...facts }: Facts = {},
) {
  const { tax_rates = {}, tax_due = 'cycle', time_zone = 'UTC' } = facts
  const { id } = await database
    .insertInto('business_details')
    .values({
      ...{ user_id, name, tax_due, time_zone, effective_from: at, effective_at: new Date(at) },
      address: 'Elm Street 4\n\n12345 Springfield',
      tax_id: 'DE123456789',
      created_at: new Date(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rates = Object.entries(tax_rates).map(([type, rate]) => [type as DeviceType, rate] as const)
  const all = tax_rate === null ? rates : [[null, tax_rate] as const, ...rates]
  for (const [device_type, rate] of all) {
    await database
      .insertInto('tax_rates')
      .values({ business_details_id: id, device_type, tax_rate: rate })
      .execute()
  }
  await database
    .insertInto('receipt_counters')
    .values({ seller_id: user_id, checked_until: new Date(at) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Receipts of a seller by number. */
export async function receiptsOf({ database }: Pick<TestApp, 'database'>, seller: TestUser) {
  const rows = await database
    .selectFrom('receipts')
    .selectAll()
    .where('seller_id', '=', seller.id)
    .orderBy('year')
    .orderBy('number')
    .execute()
  return rows.map(({ gross, tax, tax_rate, ...row }) => ({
    ...row,
    gross: Number(gross),
    tax: Number(tax),
    tax_rate: tax_rate === null ? null : Number(tax_rate),
  }))
}
