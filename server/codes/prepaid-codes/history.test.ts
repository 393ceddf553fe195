import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  termsOf,
} from '../../../test/support/make.ts'

const server = testApp()

test('lists each change of the balance and the amount left, page by page', async () => {
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

test('matches the answers to 16 payments and 8 top-ups at once', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  const code = await makeCode(server, owner)
  const replica = await server.replica()
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, n) => {
      const isTopUp = n % 3 === 0
      return (n % 2 ? replica : server.app).inject({
        method: 'POST',
        url: isTopUp ? `/api/prepaid-codes/${code.id}/top-up` : '/api/payments/prepaid',
        headers: { authorization: `Bearer ${owner.token}` },
        payload: isTopUp ? { amount: 3 } : { ...termsOf(device), prepaid_code: code.code },
      })
    }),
  )
  await replica.close()
  const done = answers.filter(({ statusCode }) => statusCode < 300).map((answer) => answer.json())
  expect(done.length).toBeGreaterThan(8)
  const { data } = await server.call(prepaidCodes.history, {
    as: owner,
    params: { id: code.id },
    query: { limit: 100 },
  })
  const told = done.map(({ remaining_balance }) => remaining_balance).sort((a, b) => a - b)
  const [issued, ...changes] = data.toReversed()
  expect(changes.map((change) => change.remaining_balance).sort((a, b) => a - b)).toEqual(told)
  let left = issued?.amount ?? 0
  for (const { amount, remaining_balance } of changes) {
    left += amount
    expect([left, left >= 0]).toEqual([remaining_balance, true])
  }
  const stored = await server.call(prepaidCodes.get, { as: owner, params: { id: code.id } })
  expect(left).toBe(stored.remaining_balance)
})
