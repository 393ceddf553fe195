import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeDevice, makeUser } from '../../../test/support/make.ts'
import { expectKnownCurrency, hasCurrency } from './known-currency.ts'

const server = testApp()
const start = (code: string) => expectKnownCurrency(server.database, code)

beforeEach(() => server.asOwner('update installation set currency = null'))

async function currency() {
  const row = await server.database.selectFrom('installation').select('currency').executeTakeFirst()
  return row?.currency
}

test('takes the currency of the last start until there is an amount, and tells a server with another one', async () => {
  await start('EUR')
  await start('JPY')
  expect(await currency()).toBe('JPY')
  expect(await hasCurrency(server.database, 'JPY')).toBe(true)
  expect(await hasCurrency(server.database, 'EUR')).toBe(false)
})

test('refuses another currency than that of the amounts', async () => {
  await start('EUR')
  await makeDevice(server, await makeUser(server))
  await expect(start('GBP')).rejects.toThrow(
    'CURRENCY is GBP, but the amounts in this database are in EUR. Set CURRENCY=EUR, or use an empty database for GBP.',
  )
  await start('EUR')
  expect(await currency()).toBe('EUR')
})
