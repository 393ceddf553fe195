import { limits } from '@coinless/contract/limits.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { revenue } from '@coinless/contract/revenue.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makePastPayment, makePastRefund } from '../../../test/support/history.ts'
import {
  makeAdmin,
  makeCode,
  makeDevice,
  makeLandlord,
  type TestUser,
} from '../../../test/support/make.ts'
import { nightPrices, todayIn } from '../../../test/support/prices.ts'
import { makeTwoYears } from '../../../test/support/revenue-by-hand.ts'
import { bookedRows } from './bookkeeping.ts'

const server = testApp()

async function file({ token }: TestUser, query: Record<string, string>) {
  const answer = await server.app.inject({
    url: `/api${revenue.bookkeeping.path}?${new URLSearchParams({ time_zone: 'UTC', ...query })}`,
    headers: { authorization: `Bearer ${token}` },
  })
  const [header = '', ...lines] = answer.body.slice(1).trim().split('\n')
  const names = header.split(',')
  const rows = lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.map((name, n) => [name, cells[n] ?? '']))
  })
  return { ...answer, header, lines, rows }
}

const cents = (rows: Record<string, string>[], column: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0)

test('adds up to the totals on the screen for any days, filters and time zone', async () => {
  for (const time_zone of ['Europe/Berlin', 'Australia/Lord_Howe']) {
    const { owner, days } = await makeTwoYears(server, time_zone, 2025)
    const [first = '', middle = '', last = ''] = [...days]
      .sort()
      .filter((_, n, all) => [0, Math.floor(all.length / 2), all.length - 1].includes(n))
    for (const [from, until] of [
      [first, last],
      [middle, last],
      [middle, middle],
    ] as const) {
      for (const filters of [
        {},
        { payment_method: 'credit_card' },
        { location: 'Basement' },
      ] as const) {
        const query = { time_zone, from, until, ...(filters as object) }
        const { total } = await server.call(revenue.get, { as: owner, query })
        const { rows, headers } = await file(owner, query)
        for (const column of ['gross', 'refunded', 'net'] as const) {
          expect(cents(rows, column)).toBe(Math.round(total[column] * 100))
        }
        expect(rows.filter(({ gross }) => gross !== '0.00')).toHaveLength(total.payments)
        expect(Number(headers['x-total-count'])).toBe(rows.length)
        expect(rows.every(({ date = '' }) => from <= date && date.slice(0, 10) <= until)).toBe(true)
      }
    }
  }
})

test('has a row per payment and refund with place, device, receipt and tag; formulas defused', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner, { label: '=1+1', location: '-House' })
  const own = await makeCode(server, owner)
  await server.call(prepaidCodes.changeCustomer, {
    as: owner,
    params: { id: own.id },
    body: { tag: '@unit 4' } as never,
  })
  const foreign = await makeCode(server, await makeAdmin(server))
  await server.asOwner(`update prepaid_codes set tag = 'secret' where id = '${foreign.id}'`)
  const at = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'] as const
  const paid = await makePastPayment(server, owner, device, {
    at: at[0],
    amount: 5,
    codeId: own.id,
  })
  const other = await makePastPayment(server, owner, device, {
    at: at[1],
    amount: 1.5,
    codeId: foreign.id,
  })
  await makePastRefund(server, paid, { at: '2026-10-26T12:00:00Z', amount: 1.2 })
  const query = { time_zone: 'Europe/Berlin', from: '2026-10-25', until: '2026-10-26' }
  const { header, lines, rows } = await file(owner, query)
  expect(header).toBe(
    'date,time_zone,date_utc,location,device_label,device_number,code_tag,gross,refunded,net,payment_method,receipt_number,transaction_id,programme,document_number,tax_rate,tax,net_of_tax,topped_up,currency',
  )
  const thing = "'-House,'=1+1,W-1"
  expect(lines[0]).toBe(
    `2026-10-25 02:30:00,Europe/Berlin,${at[0]},${thing},'@unit 4,5.00,0.00,5.00,prepaid_code,${paid.id},${paid.id},,,,,,,USD`,
  )
  expect(lines[1]).toBe(
    `2026-10-25 02:30:00,Europe/Berlin,${at[1]},${thing},,1.50,0.00,1.50,prepaid_code,${other.id},${other.id},,,,,,,USD`,
  )
  expect(rows[2]).toMatchObject({
    gross: '0.00',
    refunded: '1.20',
    net: '-1.20',
    transaction_id: paid.id,
  })
  expect(rows[2]?.receipt_number).not.toBe(paid.id)
})

test('opens in a spreadsheet that has decimal commas: comma, semicolon and byte order mark', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner, { location: 'Waschküche; 1,5 m' })
  await makePastPayment(server, owner, device, { at: '2026-10-25T00:30:00.000Z', amount: 1234.5 })
  const inGerman = async (language: string) => {
    const query = { time_zone: 'UTC', from: '2026-10-25', until: '2026-10-25' }
    const answer = await server.app.inject({
      url: `/api${revenue.bookkeeping.path}?${new URLSearchParams(query)}`,
      headers: { authorization: `Bearer ${owner.token}`, 'accept-language': language },
    })
    return answer.body
  }
  for (const language of ['de-DE', 'de', 'fr-FR,en;q=0.5']) {
    const text = await inGerman(language)
    expect(text).toMatch(/^\ufeffdate;time_zone;/)
    expect(text).toContain(';"Waschküche; 1,5 m";')
    expect(text).toContain(';1234,50;0,00;1234,50;credit_card;')
    expect(text.trim()).toMatch(/;USD$/)
  }
  for (const language of ['de-CH', 'en-DE', 'nl']) {
    expect(await inGerman(language)).toContain(',1234.50,0.00,1234.50,credit_card,')
  }
})

test('names the programme as paid, for a payment and its refund', async () => {
  const from = todayIn('UTC')
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner, { prices: nightPrices })
  const { code } = await makeCode(server, owner, { balance: 10 })
  const terms = { device_id: device.id, amount: 4, duration: 60, programme: 'Long' }
  const body = { ...terms, prepaid_code: code }
  const { transaction } = await server.call(payments.prepaid, { as: owner, body })
  const { id } = transaction
  await server.asOwner(`update cycles set state = 'finished', reason = 'time_over', next_check_at = null,
    ended_at = now() where id = '${id}'`)
  const given = { amount: 1, reason: 'Sorry' }
  await server.call(refunds.create, { as: owner, params: { id }, body: given })
  const { lines } = await file(owner, { from, until: todayIn('UTC') })
  expect(lines.map((line) => line.split(',').at(-7))).toEqual(['Long', 'Long'])
})

test('rejects an unknown time zone and another account before the file begins', async () => {
  const as = await makeLandlord(server)
  for (const [query, code] of [
    [{ time_zone: 'Etc/Unknown' }, 'invalid_input'],
    [{ owner: 'all' }, 'admin_only'],
  ] as const) {
    const answer = await file(as, query)
    expect(JSON.parse(answer.body)).toMatchObject({ code })
  }
})

test('reads each payment and refund of a long day once, in order and in limited chunks', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  const caller = { ...owner, email_verified: true, roles: [] }
  const at = new Date('2020-05-05T12:00:00Z')
  const paid = await makePastPayment(server, owner, device, { at, amount: 100 })
  // Many rows share a timestamp; others follow less than a millisecond later.
  const count = limits.exportRowsAtOnce * 2 + 50
  await server.asOwner(`
    set session_replication_role = replica;
    insert into transactions (device_id, payer_id, owner_id, device_number, device_label, location, paid_to, amount,
        duration_minutes, payment_method, processor_reference, created_at)
      select device_id, payer_id, owner_id, device_number, device_label, location, paid_to, 1,
        duration_minutes, payment_method, 'day-' || n || id, created_at + interval '1 microsecond' * (n % 3 * 400)
      from transactions, generate_series(1, ${count}) n where id = '${paid.id}';
    insert into refunds (transaction_id, amount, reason, status, owner_id, created_at, completed_at)
      select id, 0.1, 'Stuck', 'completed', owner_id, created_at, created_at + interval '400 microseconds' * (n % 2)
      from transactions, generate_series(1, ${count}) n where id = '${paid.id}';
    reset session_replication_role`)
  const read: number[] = []
  const watched = server.database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      read.push(result.rows.length)
      return result
    },
  })
  const question = { time_zone: 'UTC', from: '2020-01-01', until: '2020-12-31' }
  const rows: { date_utc: Date; receipt_number: string; gross: string }[] = []
  for await (const row of bookedRows(watched, caller, question)) rows.push(row)
  expect(rows).toHaveLength(1 + 2 * count)
  expect(rows.filter(({ gross }) => gross !== '0.00')).toHaveLength(1 + count)
  expect(new Set(rows.map((row) => row.receipt_number)).size).toBe(rows.length)
  const order = rows.map((row) => row.date_utc.getTime())
  expect(order).toEqual(order.toSorted())
  expect(Math.max(...read)).toBeLessThanOrEqual(limits.exportRowsAtOnce)
})
