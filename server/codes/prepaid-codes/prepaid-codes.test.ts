import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeAdmin,
  makeCode,
  makeLandlord,
  makeUser,
  unknownId,
} from '../../../test/support/make.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'

const server = testApp()

function entriesOf(codeId: string) {
  return server.database
    .selectFrom('code_movements')
    .select(['reason', 'amount', 'actor_id'])
    .where('prepaid_code_id', '=', codeId)
    .execute()
}

describe('issuing a code', () => {
  // id: prepaid-codes-prepaid-codes-1
  test('books the balance with a ledger entry', async () => {
    const issuer = await makeLandlord(server)
    const code = await makeCode(server, issuer, { balance: 12.34 })
    expect(code).toMatchObject({
      disabled: false,
      balance: 12.34,
      remaining_balance: 12.34,
      user_id: issuer.id,
      customer_email: null,
    })
    expect(await entriesOf(code.id)).toEqual([
      { reason: 'issue', amount: '12.34', actor_id: issuer.id },
    ])
  })

  // id: prepaid-codes-prepaid-codes-4
  test('allows a disabled code without a balance', async () => {
    const issuer = await makeLandlord(server)
    const code = await makeCode(server, issuer, { balance: 0, disabled: true })
    expect(code).toMatchObject({ disabled: true, remaining_balance: 0 })
  })

  test('rejects a text in use, in any spelling, and stores nothing', async () => {
    const issuer = await makeLandlord(server)
    await makeCode(server, issuer, { code: 'Laundry-Room-26' })
    const other = await makeLandlord(server)
    const { status, body } = await server.refused(prepaidCodes.create, {
      as: other,
      body: { code: 'LAUNDRYR00M26', balance: 5 },
    })
    expect(status).toBe(409)
    expect(body.code).toBe('code_taken')
    expect((await server.call(prepaidCodes.list, { as: other })).pagination.total).toBe(0)
  })

  test('allows the text of a deleted code', async () => {
    const issuer = await makeLandlord(server)
    const { id } = await makeCode(server, issuer, { code: 'second-life' })
    await server.call(prepaidCodes.delete, { as: issuer, params: { id } })
    await makeCode(server, issuer, { code: 'second-life' })
  })

  // id: prepaid-codes-prepaid-codes-6
  test('generates different texts and stores nothing', async () => {
    const issuer = await makeLandlord(server)
    const first = await server.call(prepaidCodes.generate, { as: issuer })
    const second = await server.call(prepaidCodes.generate, { as: issuer })
    expect(first.code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/)
    expect(second.code).not.toBe(first.code)
    expect((await server.call(prepaidCodes.list, { as: issuer })).data).toEqual([])
  })
})

describe('a code', () => {
  test('is visible to its issuer, its verified holder and, by id, to admins', async () => {
    const issuer = await makeLandlord(server)
    const holder = await makeUser(server, { email_verified: true })
    const code = await makeCode(server, issuer, { customer_email: holder.email })
    for (const person of [issuer, holder, await makeAdmin(server)]) {
      expect(await server.call(prepaidCodes.get, { as: person, params: { id: code.id } })).toEqual(
        code,
      )
    }
    expect((await server.call(prepaidCodes.list, { as: holder })).data).toEqual([code])
  })

  test('is hidden from all others, even with the holder’s unverified address', async () => {
    const issuer = await makeLandlord(server)
    const impostor = await makeUser(server)
    const { id } = await makeCode(server, issuer, { customer_email: impostor.email })
    const calls = [
      prepaidCodes.get,
      prepaidCodes.delete,
      prepaidCodes.deleteById,
      prepaidCodes.toggle,
    ]
    for (const call of calls) {
      const { status, body } = await server.refused(call, { as: impostor, params: { id } })
      expect([status, body.code]).toEqual([404, 'code_not_found'])
      const unknown = await server.refused(call, { as: impostor, params: { id: unknownId } })
      expect(unknown.body.error).toBe(body.error)
    }
    const { data, pagination } = await server.call(prepaidCodes.list, { as: impostor })
    expect(data).toEqual([])
    expect(pagination).toEqual({ page: 1, limit: 10, total: 0, totalPages: 0 })
  })

  test('is in the list of an admin only if they issued or hold it', async () => {
    await makeCode(server, await makeLandlord(server))
    const admin = await makeAdmin(server)
    const own = await makeCode(server, admin)
    expect((await server.call(prepaidCodes.list, { as: admin })).data).toEqual([own])
  })
})

describe('changing a code', () => {
  // id: prepaid-codes-prepaid-codes-3
  test('disables and enables it by PATCH and by the toggle', async () => {
    const issuer = await makeLandlord(server)
    const { id } = await makeCode(server, issuer)
    const params = { id }
    const disabled = await server.call(prepaidCodes.setDisabled, {
      as: issuer,
      params,
      body: { disabled: true },
    })
    expect(disabled.disabled).toBe(true)
    expect((await server.call(prepaidCodes.toggle, { as: issuer, params })).disabled).toBe(false)
    expect((await server.call(prepaidCodes.toggle, { as: issuer, params })).disabled).toBe(true)
  })

  // id: prepaid-codes-prepaid-codes-9
  test('sets the state that the toggle names, whatever it was before', async () => {
    const issuer = await makeLandlord(server)
    const { id } = await makeCode(server, issuer)
    for (const disabled of [true, true, false, false]) {
      const sent = { as: issuer, params: { id }, query: { disabled } }
      expect((await server.call(prepaidCodes.toggle, sent)).disabled).toBe(disabled)
    }
  })

  // id: prepaid-codes-prepaid-codes-7
  test('renames it, unless the new text is in use', async () => {
    const issuer = await makeLandlord(server)
    const { id } = await makeCode(server, issuer)
    const taken = await makeCode(server, issuer)
    const code = generateCode()
    const renamed = await server.call(prepaidCodes.rename, {
      as: issuer,
      params: { id },
      body: { code },
    })
    expect(renamed.code).toBe(code)
    const { status } = await server.refused(prepaidCodes.rename, {
      as: issuer,
      params: { id },
      body: { code: taken.code.toLowerCase() },
    })
    expect(status).toBe(409)
    const kept = await server.call(prepaidCodes.get, { as: issuer, params: { id } })
    expect(kept.code).toBe(code)
  })

  test('is forbidden for the holder, who can only read', async () => {
    const issuer = await makeLandlord(server)
    const holder = await makeUser(server, { email_verified: true })
    const code = await makeCode(server, issuer, { customer_email: holder.email })
    const params = { id: code.id }
    const answers = await Promise.all([
      server.refused(prepaidCodes.rename, {
        as: holder,
        params,
        body: { code: 'mine-from-now-on' },
      }),
      server.refused(prepaidCodes.setDisabled, { as: holder, params, body: { disabled: true } }),
      server.refused(prepaidCodes.toggle, { as: holder, params }),
      server.refused(prepaidCodes.delete, { as: holder, params }),
      server.refused(prepaidCodes.deleteById, { as: holder, params }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect(await server.call(prepaidCodes.get, { as: issuer, params })).toEqual(code)
  })

  // id: prepaid-codes-prepaid-codes-8
  test('hides it everywhere and keeps its ledger, with both deletion calls', async () => {
    const issuer = await makeLandlord(server)
    for (const call of [prepaidCodes.delete, prepaidCodes.deleteById]) {
      const { id } = await makeCode(server, issuer)
      await server.call(call, { as: issuer, params: { id } })
      await server.refused(prepaidCodes.get, { as: issuer, params: { id } })
      expect(await entriesOf(id)).toHaveLength(1)
    }
    expect((await server.call(prepaidCodes.list, { as: issuer })).pagination.total).toBe(0)
  })
})

// id: prepaid-codes-prepaid-codes-5
test('searches the list by code in any case and filters it by state', async () => {
  const issuer = await makeLandlord(server)
  await makeCode(server, issuer, { code: 'SUMMER-HOUSE-26' })
  await makeCode(server, issuer, { code: 'WINTER-HOUSE-26', disabled: true })
  async function found(query: { search?: string; disabled?: boolean }) {
    const { data } = await server.call(prepaidCodes.list, { as: issuer, query })
    return data.map(({ code }) => code)
  }
  expect(await found({ search: 'summer' })).toEqual(['SUMMER-HOUSE-26'])
  expect(await found({ search: '-house-26' })).toEqual(['WINTER-HOUSE-26', 'SUMMER-HOUSE-26'])
  expect(await found({ search: '%' })).toEqual([])
  expect(await found({ disabled: true })).toEqual(['WINTER-HOUSE-26'])
  expect(await found({ disabled: false })).toEqual(['SUMMER-HOUSE-26'])
  expect(await found({ search: 'winter', disabled: false })).toEqual([])
})

// id: prepaid-codes-prepaid-codes-2
test('counts codes, all and active, on the dashboard as in the list', async () => {
  const owner = await makeLandlord(server)
  for (const disabled of [false, true, false]) await makeCode(server, owner, { disabled })
  for (const [query, total] of [
    [{}, 3],
    [{ disabled: false }, 2],
  ] as const) {
    const counted = await server.call(prepaidCodes.listForDashboard, {
      as: owner,
      query: { ...query, limit: 1 },
    })
    const listed = await server.call(prepaidCodes.list, {
      as: owner,
      query: { ...query, limit: 1 },
    })
    expect(counted).toEqual(listed)
    expect(counted.pagination.total).toBe(total)
  }
})
