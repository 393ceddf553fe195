import { auth } from '@coinless/contract/auth.ts'
import { toMinor } from '@coinless/contract/money.ts'
import { notifications } from '@coinless/contract/notifications.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { passTime } from '../../../test/support/machine.ts'
import {
  makeAcceptedDevice,
  makeCode,
  makeLandlord,
  makeUser,
  type TestUser,
} from '../../../test/support/make.ts'
import { nightPrices } from '../../../test/support/prices.ts'
import { reporting } from '../../../test/support/reporting.ts'
import { deliverNotifications } from '../../jobs/notifications.ts'
import { notifyPayer } from '../../payments/cycles/notify-payer.ts'
import { enqueueEndingSoon } from '../preferences/enqueue.ts'
import { machinesInMail } from './machine-name.ts'

const server = testApp()
const { say, answer, closeCase, onlyCase } = reporting(server)
const words = 'Win at prize.example'
const verified = { email_verified: true }

/** Everything that an unverified account can type into a machine. */
const typed = {
  label: words,
  device_number: words,
  location: words,
  prices: {
    ...nightPrices,
    programmes: nightPrices.programmes.map((each, n) => ({ ...each, name: `${words} ${n}` })),
  },
}

async function makeMachine(facts: { device_number?: string } = {}) {
  const owner = await makeLandlord(server, { full_name: words })
  const landlord = await makeLandlord(server, verified)
  const device = await makeAcceptedDevice(server, owner, landlord, { ...typed, ...facts })
  return { owner, landlord, device }
}

async function pay(as: TestUser, owner: TestUser, device: { id: string }) {
  const facts = { balance: 50, customer_name: words, tag: words }
  const { code } = await makeCode(server, owner, facts)
  const terms = { device_id: device.id, amount: 4, duration: 60, programme: `${words} 1` }
  await server.call(payments.card, {
    as,
    body: {
      ...terms,
      customer_name: 'Ana',
      customer_email: 'typed@stranger.example',
      payment_method_id: sandboxPaymentMethods.approved,
    },
  })
  await passTime(server, (await lastCycle()).id, 61 * 60)
  const body = { ...terms, prepaid_code: code }
  const { transaction } = await server.call(payments.prepaid, { as, body })
  return transaction.id
}

async function lastCycle() {
  const { rows } = await sql<{ id: string }>`
    select id from cycles order by created_at desc limit 1`.execute(server.database)
  return rows[0] as { id: string }
}

test('puts no text of an unverified account into any mail', async () => {
  const { database, parts } = server
  const { owner, landlord, device } = await makeMachine()
  const payer = await makeUser(server, verified)
  await server.call(notifications.choose, {
    as: payer,
    body: { push: [], mail: ['five_minutes', 'done', 'report'], quiet_hours: null },
  })
  const cycleId = await pay(payer, owner, device)
  await passTime(server, cycleId, 57 * 60)
  await enqueueEndingSoon(database)
  await deliverNotifications(database, parts.config)
  await database.transaction().execute((transaction) =>
    notifyPayer(transaction, parts.config, {
      cycleId,
      amount: toMinor(1),
      state: 'interrupted',
      reason: 'switched_off',
      money: 'taken',
    }),
  )
  await say(await makeUser(server, { full_name: words }), device, { text: words })
  const report = await say(payer, device)
  const { id } = await onlyCase(owner)
  await answer(owner, id, { text: words, report_id: report.id })
  await deliverNotifications(database, parts.config)
  await closeCase(owner, id)
  await deliverNotifications(database, parts.config)
  await server.call(me.sendVerification, { as: owner })
  await server.call(auth.sendPasswordCode, { body: { email: owner.email } })

  const mails = await server.mails()
  const subjects = mails.map(({ subject }) => subject).join('\n')
  const { sticker_number } = device
  for (const each of [
    /^Receipt for /m,
    /minutes left$/m,
    /stopped early/,
    /^New problem report/m,
    /^Answer to your report/m,
    /is resolved$/m,
    /^A device names you/m,
  ]) {
    expect(subjects).toMatch(each)
  }
  expect(subjects).toContain(`Answer to your report about ${sticker_number}`)
  expect(mails.filter(({ to }) => to === landlord.email).length).toBeGreaterThan(0)
  expect(JSON.stringify(mails)).not.toMatch(/prize|Win at/)
  expect(await machinesInMail(database, [device.id])).toEqual([sticker_number])
})

test('names a machine by its number if that is a plain label or its owner is verified', async () => {
  const numbers = ['W-12', 'prize.example', 'go to evil', 'WIN']
  for (const device_number of numbers) {
    const { owner, device } = await makeMachine({ device_number })
    const named = () => machinesInMail(server.database, [device.id])
    const isLabel = device_number === 'W-12'
    expect(await named()).toEqual([isLabel ? device_number : device.sticker_number])
    await sql`update users set email_verified = true where id = ${owner.id}`.execute(
      server.database,
    )
    expect(await named()).toEqual([device_number])
  }
})
