import { places } from '@coinless/contract/places.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { pay } from '../../../test/support/known-person.ts'
import { makeCode, makeDevice, makeLandlord, makeUser } from '../../../test/support/make.ts'
import { sendCodeMails } from './send.ts'

const server = testApp()
const verified = { email_verified: true }

test('names the operator and its only place to a customer who has paid there, and to no other', async () => {
  const issuer = await makeLandlord(server, verified)
  const customer = await makeUser(server, verified)
  const stranger = await makeUser(server, verified)
  const device = await makeDevice(server, issuer, { location: 'Elm Street 4' })
  const { code } = await makeCode(server, issuer)
  await pay(server, customer, device, code)
  const validAt = async (customer_email: string) => {
    await makeCode(server, issuer, { customer_email, mail_customer: true })
    await sendCodeMails(server.database, server.parts.config)
    const mails = (await server.mails()).filter(({ to }) => to === customer_email)
    return /Valid at: (.+)/.exec(mails.at(-1)?.text ?? '')?.[1]
  }
  const machines = `machines of ${issuer.email}`
  expect(await validAt(customer.email)).toBe(`${machines} (${issuer.full_name} · Elm Street 4)`)
  expect(await validAt(stranger.email)).toBe(machines)
  await makeDevice(server, issuer, { location: 'Oak House' })
  expect(await validAt(customer.email)).toBe(`${machines} (${issuer.full_name})`)
})

test('shows the last day in the time zone of the issuer', async () => {
  const issuer = await makeLandlord(server, verified)
  const body = { location: null, time_zone: 'Asia/Tokyo' }
  await server.call(places.setTimeZone, { as: issuer, body })
  const customer_email = 'ken@example.com'
  const facts = { customer_email, mail_customer: true, expires_at: '2045-06-30T14:59:59.999Z' }
  await makeCode(server, issuer, facts)
  await sendCodeMails(server.database, server.parts.config)
  const mail = (await server.mails()).find(({ to }) => to === customer_email)
  expect(mail?.text).toMatch(/: June 30, 2045 at 11:59\sPM Asia\/Tokyo$/m)
})
