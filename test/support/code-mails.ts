import { limits } from '@coinless/contract/limits.ts'
import { expect } from 'vitest'
import { sendCodeMails } from '../../server/codes/code-mails/send.ts'
import type { TestApp } from './app.ts'
import { makeCode, makeLandlord } from './make.ts'

/** Sends an address its daily maximum of mails, then allows more. */
export const mailCustomers = (server: TestApp) => async () => {
  const issuer = await makeLandlord(server, { email_verified: true })
  const customer_email = `customer-of-${issuer.email}`
  const mails = async () => {
    await makeCode(server, issuer, { customer_email, mail_customer: true })
    for (let n = 0; n < 3; n++) await sendCodeMails(server.database, server.parts.config)
    return (await server.mails()).filter(({ to }) => to === customer_email).length
  }
  for (let n = 1; n <= limits.codeMailsToAddress; n++) expect(await mails()).toBe(n)
  expect(await mails()).toBe(limits.codeMailsToAddress)
  return async () => expect(await mails()).toBeGreaterThan(limits.codeMailsToAddress)
}
