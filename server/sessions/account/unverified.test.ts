import { devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { deviceBody, makeLandlord } from '../../../test/support/make.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'

const server = testApp()

test('limits devices and codes before the address is verified, and allows more after', async () => {
  const as = await makeLandlord(server)
  await sql`insert into devices (owner_id, label, device_number, device_type, landlord_email, location,
      duration_minutes, price)
    select ${as.id}, 'x', n, 'washer', ${as.email}, 'x', 30, 1
    from generate_series(1, ${limits.madeUnverified}::integer) as n`.execute(server.database)
  await sql`insert into prepaid_codes (user_id, code, lookup_key)
    select ${as.id}, 'MANY-' || n, 'MANY' || n
    from generate_series(1, ${limits.madeUnverified}::integer) as n`.execute(server.database)
  const device = { as, body: { ...deviceBody, landlord_email: as.email } }
  const code = { as, body: { code: generateCode(), balance: 1 } }
  for (const refused of [
    await server.refused(devices.create, device),
    await server.refused(prepaidCodes.create, code),
  ]) {
    expect([refused.status, refused.body.code]).toEqual([422, 'verification_needed'])
  }
  await sql`update users set email_verified = true where id = ${as.id}`.execute(server.database)
  await server.call(devices.create, device)
  await server.call(prepaidCodes.create, code)
})
