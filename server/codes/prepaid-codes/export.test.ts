import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeCode, makeLandlord, makeUser } from '../../../test/support/make.ts'

const server = testApp()

test('exports the codes that the caller issued, enabled ones first, not those they hold', async () => {
  const issuer = await makeLandlord(server)
  const holder = await makeUser(server, { email_verified: true })
  const disabled = await makeCode(server, issuer, { disabled: true })
  const code = await makeCode(server, issuer, { customer_email: holder.email, balance: 5 })
  const text = await server.call(prepaidCodes.export, { as: issuer })
  const [header, ...lines] = text.trim().split('\n')
  expect(header).toBe(
    'code,balance,remaining_balance,customer_name,customer_email,phone_number,location,tag,landlord_email,disabled,expires_at,created_at,currency',
  )
  expect(lines).toEqual([
    `${code.code},5.00,5.00,,${holder.email},,,,,false,,${code.created_at},USD`,
    `${disabled.code},10.00,10.00,,,,,,,true,,${disabled.created_at},USD`,
  ])
  const ofDisabled = await server.call(prepaidCodes.export, {
    as: issuer,
    query: { disabled: 'true' },
  })
  expect(ofDisabled.trim().split('\n').slice(1)).toEqual([lines[1]])
  expect((await server.call(prepaidCodes.export, { as: holder })).trim()).toBe(header)
})
