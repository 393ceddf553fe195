import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { termsOf } from '../../../test/support/make.ts'

const server = testApp()
const { makeRoom } = laundry(server)

test('releases a sandbox hold if the link is removed, and gives the payer the reason', async () => {
  const { tenant, device, machine } = await makeRoom()
  const say = machine.say.bind(machine)
  let asked = 0
  machine.say = async (facts) => {
    asked++
    if (asked === 2) await server.asOwner(`delete from device_links where id = '${machine.linkId}'`)
    return say(facts)
  }
  const body = {
    ...termsOf(device),
    customer_name: 'Tess Tenant',
    customer_email: tenant.email,
    payment_method_id: sandboxPaymentMethods.approved,
  }
  const { status, body: answer } = await server.refused(payments.card, { as: tenant, body })
  expect([status, answer.code]).toEqual([422, 'device_changed'])
  const paid = await server.database
    .selectFrom('card_payments')
    .leftJoin('cycles', 'cycles.id', 'card_payments.id')
    .select(['card_payments.status', 'refusal', 'cycles.id as cycle'])
    .where('payer_id', '=', tenant.id)
    .executeTakeFirst()
  expect(paid).toEqual({ status: 'failed', refusal: 'device_changed', cycle: null })
  expect(machine.starts).toEqual([])
})
