import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
import { makeCode, makeDevice, makeLandlord, makeUser, termsOf } from '../test/make.ts'

const server = testApp()

test('the history of a code tells each change of its balance and what was left, page by page', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  const code = await makeCode(server, owner)
  const other = await makeCode(server, owner)
  const payer = await makeUser(server)
  for (const prepaid_code of [code.code, other.code, code.code]) {
    await server.call(payments.prepaid, { as: payer, body: { ...termsOf(device), prepaid_code } })
  }
  async function historyOf(id: string, page = 1) {
    const query = { page, limit: 2 }
    const { data } = await server.call(prepaidCodes.history, { as: owner, params: { id }, query })
    return data.map(({ reason, amount, remaining_balance }) => [reason, amount, remaining_balance])
  }
  expect(await historyOf(code.id)).toEqual([
    ['redemption', -2.5, 5],
    ['redemption', -2.5, 7.5],
  ])
  expect(await historyOf(code.id, 2)).toEqual([['issue', 10, 10]])
  expect(await historyOf(other.id)).toHaveLength(2)
})
