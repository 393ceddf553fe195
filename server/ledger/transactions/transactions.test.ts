import { devices } from '@coinless/contract/devices.ts'
import { payments } from '@coinless/contract/payments.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  deviceBody,
  makeAcceptedDevice,
  makeAdmin,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  unknownId,
} from '../../../test/support/make.ts'

const server = testApp()

async function makeTransaction(payer: TestUser, owner: TestUser, landlord?: TestUser) {
  const device = landlord
    ? await makeAcceptedDevice(server, owner, landlord)
    : await makeDevice(server, owner)
  const code = await makeCode(server, owner)
  const { transaction } = await server.call(payments.prepaid, {
    as: payer,
    body: {
      device_id: device.id,
      amount: device.price,
      duration: device.duration_minutes,
      prepaid_code: code.code,
    },
  })
  return transaction
}

// id: transactions-transactions-2
test('is visible to its payer, the owner and verified landlord of the device, and admins', async () => {
  const payer = await makeUser(server)
  const owner = await makeLandlord(server)
  const landlord = await makeLandlord(server, { email_verified: true })
  const transaction = await makeTransaction(payer, owner, landlord)
  for (const person of [payer, owner, landlord, await makeAdmin(server)]) {
    const params = { id: transaction.id }
    const may_refund = person !== payer
    expect(await server.call(transactions.get, { as: person, params })).toEqual({
      ...transaction,
      may_refund,
      may_report: person === payer,
      // The owner issued the code; the payer only knows its text.
      code_balance: [payer, landlord].includes(person) ? null : 10,
      may_see_device: true,
      is_cycle_open: true,
      losses: [],
    })
    const { data } = await server.call(transactions.list, { as: person, query: { limit: 100 } })
    const is_expense = person === payer
    expect(data).toContainEqual({ ...transaction, device_label: deviceBody.label, is_expense })
  }
})

test('is hidden from all others, including a landlord named later', async () => {
  const impostor = await makeLandlord(server)
  const owner = await makeLandlord(server)
  const { id, device_id } = await makeTransaction(await makeUser(server), owner)
  const body = { ...deviceBody, landlord_email: impostor.email }
  await server.call(devices.update, { as: owner, params: { id: device_id }, body })
  for (const person of [impostor, await makeUser(server)]) {
    const foreign = await server.refused(transactions.get, { as: person, params: { id } })
    const unknown = await server.refused(transactions.get, {
      as: person,
      params: { id: unknownId },
    })
    expect([foreign.status, foreign.body.code]).toEqual([404, 'transaction_not_found'])
    expect(foreign.body.error).toBe(unknown.body.error)
    const { data, pagination } = await server.call(transactions.list, { as: person })
    expect([data.length, pagination.total]).toEqual([0, 0])
  }
})

test('lists a payment at one’s own device as no expense', async () => {
  const owner = await makeLandlord(server)
  await makeTransaction(owner, owner)
  await makeTransaction(owner, await makeLandlord(server))
  const { data } = await server.call(transactions.list, { as: owner })
  expect(data.map(({ is_expense }) => is_expense)).toEqual([true, false])
})

test('lists the payments at one device to those who may see them, with their number', async () => {
  const [payer, owner] = [await makeUser(server), await makeLandlord(server)]
  const first = await makeTransaction(payer, owner)
  const second = await makeTransaction(payer, owner)
  const at = (as: TestUser, device_id: string) =>
    server.call(transactions.list, { as, query: { device_id, page: 1, limit: 10 } })
  for (const person of [payer, owner, await makeAdmin(server)]) {
    for (const each of [first, second]) {
      const { data, pagination } = await at(person, each.device_id)
      const is_expense = person === payer
      const listed = { ...each, device_label: 'Washer by the window', is_expense }
      expect([data, pagination.total]).toEqual([[listed], 1])
    }
  }
  const other = await makeLandlord(server)
  expect(await at(other, first.device_id)).toMatchObject({ data: [], pagination: { total: 0 } })
})

test('links to its device for users who can see it, and to its cycle until that ends', async () => {
  const [payer, owner] = [await makeUser(server), await makeLandlord(server)]
  const { id, device_id } = await makeTransaction(payer, owner)
  const machineOf = async (as: TestUser) => {
    const sent = { as, params: { id } }
    const paid = await server.call(transactions.get, sent)
    const receipt = await server.call(transactions.receipt, sent)
    const found = [paid, receipt].map((each) => [each.may_see_device, each.is_cycle_open])
    expect(found[0]).toEqual(found[1])
    return found[0]
  }
  expect(await machineOf(payer)).toEqual([true, true])
  const ended = { state: 'finished', reason: 'time_over', ended_at: new Date() } as const
  await server.database
    .updateTable('cycles')
    .set({ ...ended, next_check_at: null })
    .where('id', '=', id)
    .execute()
  expect(await machineOf(payer)).toEqual([true, false])
  const body = { ...deviceBody, landlord_email: owner.email, status: 'inactive' as const }
  await server.call(devices.update, { as: owner, params: { id: device_id }, body })
  expect([await machineOf(payer), await machineOf(owner)]).toEqual([
    [false, false],
    [true, false],
  ])
})

// id: transactions-transactions-1
test('searches the list by id, device number and customer name, and filters it by method', async () => {
  const owner = await makeLandlord(server)
  const payer = await makeUser(server, { full_name: 'Zoë 100% Söder' })
  const { id } = await makeTransaction(payer, owner)
  async function found(query: { search?: string; payment_method?: string }) {
    const { data } = await server.call(transactions.list, { as: owner, query })
    return data.map((transaction) => transaction.id)
  }
  const ofId = [id.slice(0, 8).toUpperCase(), id.slice(1, 7), id.slice(0, 12), id]
  for (const search of [...ofId, 'w-1', 'SÖDER', '100%']) {
    expect(await found({ search })).toEqual([id])
  }
  const otherEnd = id.slice(0, -1) + (id.endsWith('0') ? '1' : '0')
  for (const search of ['100_', otherEnd, `${id}0`]) expect(await found({ search })).toEqual([])
  expect(await found({ payment_method: 'prepaid_code' })).toEqual([id])
  expect(await found({ payment_method: 'credit_card' })).toEqual([])
})

test('starts no exported text with a formula, whichever separator a spreadsheet uses', async () => {
  const owner = await makeLandlord(server)
  const names = ['A;=1+1', 'B|  +1', 'C;"-1', 'D;＝1', 'E;F=1, G']
  for (const full_name of names) {
    await makeTransaction(await makeUser(server, { full_name }), owner)
  }
  const { body } = await server.app.inject({
    url: `/api/transactions/export?year=${new Date().getUTCFullYear()}`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  for (const defused of ["A;'=1+1", "B|'  +1", `C;'""-1`, "D;'＝1", 'E;F=1, G']) {
    expect(body).toContain(defused)
  }
  for (const separator of [',', ';', '|', '\t']) {
    expect(
      body
        .split('\n')
        .flatMap((line) => line.split(separator))
        .join('\n'),
    ).not.toMatch(/^["\s]*[=+\-@＝]/m)
  }
})

test('exports a year as CSV with its total, and defuses formulas', async () => {
  const owner = await makeLandlord(server)
  const payer = await makeUser(server, { full_name: '=HYPERLINK("https://evil.example")' })
  const { id, created_at } = await makeTransaction(payer, owner)
  await makeTransaction(await makeUser(server), await makeLandlord(server))
  const headers = { authorization: `Bearer ${owner.token}` }
  const year = new Date(created_at).getUTCFullYear()
  const ask = (query: string) =>
    server.app.inject({ url: `/api/transactions/export?${query}`, headers })
  const answer = await ask(`year=${year}`)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="transactions.csv"',
    'x-total-count': '1',
  })
  expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from('\ufeff'))
  const [header, line, ...more] = answer.body.trim().split('\n')
  expect(header).toContain('id,device_id,device_number,customer_name,amount,refunded_amount')
  expect(line).toContain(id)
  expect(line).toContain(`"'=HYPERLINK(""https://evil.example"")",2.50,0.00,prepaid_code,30,`)
  expect(more).toEqual([])
  expect((await ask(`year=${year - 1}`)).body.trim()).toBe(header)
  expect((await ask('year=1999')).statusCode).toBe(400)
})
