import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Program } from '../../test/servers/program.ts'
import { asUsed } from '../../test/support/used-folder.ts'

const admin = { email: 'ann@example.com', password: 'a password of the tests' }
let folder = ''
let program: Program
let token: string | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coinless-currency-'))
  program = new Program({
    DATA_DIR: await asUsed(folder),
    CURRENCY: 'JPY',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  })
  await program.start()
  const { session } = await call('/auth-login', admin)
  token = (session as { access_token?: string } | undefined)?.access_token
})

afterAll(async () => {
  await program.stop()
  await rm(folder, { recursive: true, force: true })
})

async function call(path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${program.address}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as Record<string, unknown>
}

test('tells callers and pages the currency of CURRENCY', async () => {
  expect(await call('/installation')).toEqual({ currency: 'JPY', decimals: 0 })
  const page = await fetch(program.address)
  expect(await page.text()).toContain('<meta name="coinless-currency" content="JPY 0 ¥"')
})

test('takes whole yen up to the limits of the smallest unit', async () => {
  const issue = (balance: number) =>
    call('/prepaid-codes', { code: `YEN-${randomUUID()}`, balance })
  expect(await issue(250.5)).toMatchObject({ code: 'invalid_input' })
  expect(await issue(1_000_001)).toMatchObject({ code: 'invalid_input' })
  expect(await issue(1_000_000)).toMatchObject({ remaining_balance: 1_000_000 })
})

test('offers the coins of the currency', async () => {
  const device = {
    ...{ label: 'Washer', device_number: 'W-1', device_type: 'washer', location: 'Tokyo' },
    ...{ landlord_email: admin.email, duration_minutes: 30, price: 300 },
  }
  expect(await call('/devices', device)).toMatchObject({ price: 300, coin_type: '100' })
  expect(await call('/devices', { ...device, coin_type: '500' })).toMatchObject({
    coin_type: '500',
  })
  expect(await call('/devices', { ...device, coin_type: 'quarter' })).toMatchObject({
    code: 'invalid_input',
  })
})
