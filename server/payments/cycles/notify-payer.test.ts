import { dashboard } from '@coinless/contract/dashboard.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { describe, expect, test } from 'vitest'
import { cardLaundry, charged, releasedStanding } from '../../../test/support/card-laundry.ts'
import { passTime } from '../../../test/support/machine.ts'
import { stripeWorld } from '../../../test/support/stripe-world.ts'
import { reconcile } from '../cards/reconcile.ts'
import { checkDueCycles } from './check-due.ts'

const world = stripeWorld()
const { server } = world
const { makeRoom, expectState, expectStanding, expectAddsUp } = cardLaundry(world)

async function makeVerifiedRoom() {
  const room = await makeRoom()
  await server.asOwner(`update users set email_verified = true where id = '${room.tenant.id}'`)
  const told = async () =>
    (await server.mails()).filter(
      ({ to, subject }) => to === room.tenant.email && !subject.startsWith('Receipt'),
    )
  return { ...room, told }
}

const cutShort = (start: string) => ({
  boot_id: 'b2',
  entry: {
    start,
    result: 'accepted' as const,
    switched: true,
    ran_seconds: 20 * 60,
    watts: null,
    busy: null,
  },
})

describe('mail to the payer of a machine', () => {
  test('reports once, with the reason, that it did not start and the code was refunded', async () => {
    const { machine, pay, told } = await makeVerifiedRoom()
    const id = await pay()
    await machine.answer('door')
    await machine.answer('door')
    await expectState(id, 'not_started', 'door')
    await machine.answer('accepted')
    expect(await told()).toMatchObject([
      {
        subject: 'W-1 did not start: $2.50 refunded',
        text: 'Machine W-1 did not start. Your $2.50 is back on the prepaid code.\n\nReason: The machine’s door was open.',
      },
    ])
  })

  test('names the operator and the place once the operator’s address is verified', async () => {
    const { landlord, machine, pay, told, device } = await makeVerifiedRoom()
    await server.asOwner(`update users set email_verified = true where id = '${landlord.id}'`)
    const id = await pay()
    await machine.answer('door')
    await expectState(id, 'not_started', 'door')
    const [mail] = await told()
    expect(mail?.text).toContain(`\n\n${landlord.full_name} · ${device.location}`)
  })

  test('says that the card was not charged', async () => {
    const { machine, payByCard, told } = await makeVerifiedRoom()
    const id = await payByCard()
    await machine.answer('fault')
    await expectStanding(id, releasedStanding)
    expect((await told()).map(({ text }) => text)).toEqual([
      expect.stringContaining('Your card was not charged.'),
    ])
  })

  test('reports the part refunded to the card after an interruption', async () => {
    const { machine, payByCard, told } = await makeVerifiedRoom()
    const id = await payByCard()
    await machine.answer('accepted')
    await expectStanding(id, charged)
    await passTime(server, id, 25 * 60)
    machine.state = cutShort(machine.starts[0]?.id ?? '')
    await checkDueCycles(server.parts)
    await expectState(id, 'interrupted', 'power_cut')
    expect(await told()).toMatchObject([{ subject: 'W-1 stopped early: $0.84 refunded' }])
    expect((await told())[0]?.text).toContain('goes back to your card')
    expect((await told())[0]?.text).toContain('The power failed')
  })

  test('reports the money as owed if the code cannot take it', async () => {
    const { machine, code, pay, told } = await makeVerifiedRoom()
    await pay()
    await server.asOwner(`update prepaid_codes set deleted_at = now() where id = '${code.id}'`)
    await machine.answer('fault')
    await expect.poll(async () => (await told())[0]?.text).toContain('as soon as it can take it')
  })

  test('uses the language of the payment', async () => {
    const { machine, tenant, device, code, told } = await makeVerifiedRoom()
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: '/api/payments/prepaid',
      headers: { authorization: `Bearer ${tenant.token}`, 'accept-language': 'es' },
      payload: {
        device_id: device.id,
        amount: device.price,
        duration: device.duration_minutes,
        prepaid_code: code.code,
      },
    })
    expect(statusCode).toBe(201)
    await machine.answer('door')
    await expect
      .poll(async () => (await told()).map(({ subject }) => subject))
      .toContain('W-1 no arrancó: $2.50 reembolsados')
  })

  test('is not sent to an unverified address or for a refund by a person', async () => {
    const { machine, tenant, pay } = await makeRoom()
    await pay()
    await machine.answer('door')
    expect((await server.mails()).filter(({ to }) => to === tenant.email)).toEqual([])
    const room = await makeVerifiedRoom()
    const id = await room.pay()
    await room.machine.answer('accepted')
    const body = { amount: 2.5, reason: 'Stuck' }
    await server.call(refunds.create, { as: room.landlord, params: { id }, body })
    await expectState(id, 'interrupted', 'refunded')
    expect(await room.told()).toEqual([])
    await expectAddsUp()
  })
})

test('shows the reason of a refund on transaction, receipt, lists, dashboard and export', async () => {
  const { machine, tenant, landlord, pay, code } = await makeRoom()
  const id = await pay()
  expect(await server.call(transactions.get, { as: tenant, params: { id } })).toMatchObject({
    refund_cause: null,
  })
  await machine.answer('door')
  await expectState(id, 'not_started', 'door')
  expect(await reconcile(server.parts)).toEqual([])
  const back = { id, refunded_amount: 2.5, refund_cause: 'door' }
  for (const as of [tenant, landlord]) {
    expect(await server.call(transactions.get, { as, params: { id } })).toMatchObject(back)
    expect(await server.call(transactions.receipt, { as, params: { id } })).toMatchObject(back)
    expect((await server.call(transactions.list, { as })).data).toMatchObject([back])
  }
  const { last_payments } = await server.call(dashboard.spending, { as: tenant })
  expect(last_payments).toMatchObject([back])
  const year = new Date().getUTCFullYear()
  for (const [language, sentence] of [
    ['en', 'The machine’s door was open'],
    ['es', 'La puerta de la máquina estaba abierta'],
  ]) {
    const { body } = await server.app.inject({
      url: `/api/transactions/export?year=${year}`,
      headers: { authorization: `Bearer ${tenant.token}`, 'accept-language': language },
    })
    expect(body).toContain(sentence)
    expect(body).not.toContain(code.code)
  }
})

test('shows no such reason for a refund by a person', async () => {
  const { machine, tenant, landlord, pay } = await makeRoom()
  const id = await pay()
  await machine.answer('accepted')
  await expectState(id, 'running')
  const body = { amount: 1, reason: 'Stuck' }
  await server.call(refunds.create, { as: landlord, params: { id }, body })
  expect(await server.call(transactions.get, { as: tenant, params: { id } })).toMatchObject({
    refunded_amount: 1,
    refund_cause: null,
  })
})
