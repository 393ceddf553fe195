import { devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { reports } from '@coinless/contract/reports.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { pay } from '../../../test/support/known-person.ts'
import { makeDevice, makeUser, termsOf } from '../../../test/support/make.ts'
import { reporting } from '../../../test/support/reporting.ts'

const server = testApp()
const { say, makeRoom, onlyCase, answer, read } = reporting(server)

describe('a report', () => {
  // id: reports-1
  test('includes the payment that it names, and its reporter can read it', async () => {
    const { owner, device, tenant, transaction, code } = await makeRoom()
    const said = { text: 'The door does not close', payment_id: transaction.id }
    const made = await say(tenant, device, said)
    expect(made).toMatchObject({
      ...said,
      device_id: device.id,
      device_label: device.label,
      kind: 'did_not_start',
      done_at: null,
      answer_count: 0,
    })
    expect((await server.call(reports.list, { as: tenant })).data).toEqual([made])
    expect(await read(tenant, made)).toMatchObject({ may_see_device: true, answers: [] })
    const found = await onlyCase(owner)
    expect(found).toMatchObject({
      kind: 'did_not_start',
      device: { id: device.id, label: device.label, location: device.location },
      device_status: 'active',
      is_linked: false,
      report_count: 1,
      device_report_count: 1,
    })
    expect(found.reports).toMatchObject([
      {
        id: made.id,
        text: said.text,
        reporter_name: tenant.full_name,
        reporter_report_count: 1,
        payment: {
          transaction_id: transaction.id,
          prepaid_code_id: code.id,
          amount: 2.5,
          payment_method: 'prepaid_code',
          created_at: transaction.created_at,
        },
      },
    ])
    expect((await server.call(ownAccount.export, { as: tenant })).reports).toMatchObject([
      { id: made.id, text: said.text },
    ])
  })

  test('without a payment refers to the last one there within a day, or to none', async () => {
    const { device, code, tenant } = await makeRoom()
    const { transaction } = await pay(server, tenant, device, code.code)
    expect((await say(tenant, device)).payment_id).toBe(transaction.id)
    const other = await makeUser(server)
    const paid = await pay(server, other, device, code.code)
    await server.asOwner(`alter table transactions disable trigger user;
      update transactions set created_at = now() - interval '25 hours'
      where id = '${paid.transaction.id}';
      alter table transactions enable trigger user`)
    expect((await say(other, device)).payment_id).toBe(null)
    // It still counts as a report at a machine where the user has paid.
    expect((await say(other, device)).id).toBeDefined()
  })

  test('is rejected for a payment of another user or at another machine', async () => {
    const { owner, device, tenant, transaction } = await makeRoom()
    const elsewhere = await makeDevice(server, owner)
    const body = { kind: 'damaged' as const, payment_id: transaction.id }
    for (const [as, device_id] of [
      [await makeUser(server), device.id],
      [owner, device.id],
      [tenant, elsewhere.id],
    ] as const) {
      const { body: refused } = await server.refused(reports.create, {
        as,
        body: { ...body, device_id },
      })
      expect(refused.code).toBe('transaction_not_found')
    }
  })

  test('includes a card payment that was only authorized', async () => {
    const { owner, device, tenant } = await makeRoom()
    const { payment } = await server.call(payments.card, {
      as: tenant,
      body: {
        ...termsOf(device),
        customer_name: 'Ana',
        customer_email: tenant.email,
        payment_method_id: sandboxPaymentMethods.approved,
      },
    })
    // As if the machine had not started.
    const id = crypto.randomUUID()
    await server.asOwner(`
      insert into card_payments (id, device_id, payer_id, device_number, amount, duration_minutes,
          customer_name, customer_email, status)
        select '${id}', device_id, payer_id, device_number, amount, duration_minutes, '', '', 'failed'
        from card_payments where id = '${payment.id}';
      insert into cycles (id, card_payment_id, device_id, state, reason, is_measured, money, ended_at)
        values ('${id}', '${id}', '${device.id}', 'not_started', 'door', true, 'released', now())`)
    await say(tenant, device, { payment_id: id })
    expect((await onlyCase(owner)).reports[0]?.payment).toMatchObject({
      transaction_id: null,
      amount: 2.5,
      payment_method: 'credit_card',
    })
  })

  test('at an inactive machine is accepted only from its payers, at a deleted one from nobody', async () => {
    const { owner, device, tenant, transaction } = await makeRoom()
    const params = { id: device.id }
    const body = {
      label: device.label,
      device_number: device.device_number,
      device_type: device.device_type,
      landlord_email: owner.email,
      location: device.location,
      duration_minutes: 30,
      price: 2.5,
      status: 'inactive' as const,
    }
    await server.call(devices.update, { as: owner, params, body })
    const stranger = await makeUser(server)
    const unnamed = { device_id: device.id, kind: 'damaged' as const }
    const named = { ...unnamed, payment_id: transaction.id }
    const hidden = await server.refused(reports.create, { as: stranger, body: unnamed })
    expect(hidden.body.code).toBe('device_not_found')
    const made = await server.call(reports.create, { as: tenant, body: named })
    expect((await read(tenant, made)).may_see_device).toBe(false)
    await server.call(devices.delete, { as: owner, params })
    const gone = await server.refused(reports.create, { as: tenant, body: named })
    expect(gone.body.code).toBe('device_not_found')
    // The reporter still gets an answer.
    const found = await onlyCase(owner)
    expect(found.device_status).toBe(null)
    await answer(owner, found.id, { text: 'It is gone, your money is back' })
    expect((await read(tenant, made)).answers).toHaveLength(1)
  })

  test('is limited to a few a day, and to one a day at machines where the user never paid', async () => {
    const { owner, device, tenant } = await makeRoom()
    const unknown = await makeDevice(server, owner)
    await say(tenant, unknown)
    const another = { device_id: unknown.id, kind: 'damaged' as const }
    const unpaid = await server.refused(reports.create, { as: tenant, body: another })
    expect([unpaid.status, unpaid.body.code]).toEqual([422, 'too_many_unpaid_reports'])
    for (let made = 1; made < limits.reports; made++) await say(tenant, device)
    const body = { device_id: device.id, kind: 'damaged' as const }
    const { body: refused } = await server.refused(reports.create, { as: tenant, body })
    expect(refused.code).toBe('too_many_reports')
    await server.asOwner(`update reports set created_at = created_at - interval '1 day'
      where user_id = '${tenant.id}'`)
    await say(tenant, unknown)
  })
})
