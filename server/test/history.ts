import type { Device } from '@coinless/contract/devices.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './make.ts'

/** A payment of the past, which no call can make. */
export async function makePastPayment(
  test: TestApp,
  payer: TestUser,
  device: Device,
  facts: { at: string | Date; amount?: number },
) {
  return test.database
    .insertInto('transactions')
    .values({
      device_id: device.id,
      device_number: device.device_number,
      payer_id: payer.id,
      amount: facts.amount ?? device.price,
      duration_minutes: device.duration_minutes,
      payment_method: 'credit_card',
      processor_reference: `past-${crypto.randomUUID()}`,
      customer_name: payer.full_name,
      prepaid_code_id: null,
      customer_email: null,
      created_at: new Date(facts.at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}
