import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { endpoints } from '@coinless/contract/endpoints.ts'
import { expect, test } from 'vitest'
import { type Call, calls } from './calls.ts'
import { readReply, renewedTokens } from './reply.ts'

const user = { id: 'u', email: 'ana@example.com', full_name: 'Ana', roles: [] }
const session = { access_token: 'a', refresh_token: 'r' }
const key = { outcome: 'refused', id: null, at: null }

// id: reply-1
test.each([
  ['a payment by code', calls.payments.prepaid, { remaining_balance: 0, transaction: { id: 't' } }],
  ['a payment by code as SPEC.md has it', calls.payments.prepaid, { remaining_balance: 7.5 }],
  ['a pending card payment', calls.payments.card, { transaction: null, payment: { id: 'p' } }],
  ['the outcome of a key', calls.idempotencyKeys.withdraw, key],
  ['a sign-in', calls.auth.login, { session, user }],
  ['an account', calls.me.get, user],
])('accepts %s, also with unknown fields', (_what, { reply }, value) => {
  const more = { ...value, newer: { than: 'this' } }
  expect(readReply(JSON.stringify(more), reply)).toEqual(more)
})

test('accepts no other answer to a call that moves money or opens a session', () => {
  const judged = Object.entries(calls).flatMap(([feature, all]) =>
    Object.entries(all).map(([name, { reply }]) => ({ name: `${feature}.${name}`, reply })),
  )
  const names = judged.filter(({ reply }) => reply).map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      ...['payments.prepaid', 'payments.chosenCode', 'payments.card', 'refunds.create'],
      ...['topUps.create', 'topUps.refund', 'prepaidCodes.topUp', 'prepaidCodes.adjust'],
      ...['prepaidCodes.create', 'prepaidCodeBatches.topUp', 'cycles.stop'],
      ...['idempotencyKeys.withdraw', 'auth.login', 'auth.register', 'passkeys.signIn', 'me.get'],
    ]),
  )
  const garbage = ['', '<!doctype html>', '{"remaining_balance":7', 'null', '"ok"', '[1]', '{}']
  const odd = ['{"data":{}}', '{"remaining_balance":"7.5"}', '{"session":{},"user":{}}']
  const blank = JSON.stringify({ session: { ...session, access_token: '' }, user })
  for (const { name, reply } of judged) {
    if (!reply) continue
    for (const text of [...garbage, ...odd, blank]) {
      if (reply === 'thing?' && text === 'null') continue
      expect(() => readReply(text, reply), `${name}: ${text}`).toThrow()
    }
  }
})

test('checks the answer of every call except files, events and empty ones', () => {
  const judged = Object.values(calls)
    .flatMap((all): Call[] => Object.values(all))
    .filter(({ reply }) => reply)
  const answered = Object.values(endpoints)
    .flatMap((all): Endpoint[] => Object.values(all))
    .filter(({ reply, replyType }) => reply && replyType === 'json')
    .filter(({ path }) => path !== '/users-me/export')
  const names = (all: (Call | Endpoint)[]) => all.map(({ method, path }) => `${method} ${path}`)
  expect(names(judged)).toEqual(names(answered))
})

test.each([
  ['a device without its price', calls.devices.get, '{"id":"d","label":"Washer"}'],
  ['a transaction without losses', calls.transactions.get, '{"id":"t"}'],
  ['a refund without its amount', calls.refunds.create, '{"id":"r","status":"pending"}'],
  ['prices', calls.devicePrices.get, '{"time_zone":null,"programmes":[],"times":[],"planned":[]}'],
  ['a device that no controller switches', calls.deviceLinks.get, 'null'],
  ['a list of things', calls.bulkChanges.recent, '{"data":[{"id":"b"}]}'],
])('accepts %s', (_what, { reply }, text) => {
  expect(readReply(text, reply)).toEqual(JSON.parse(text))
})

test.each([
  ['thing without an id', calls.devices.get, '{"label":"Washer"}'],
  ['thing whose id is no text', calls.transactions.get, '{"id":1,"losses":[]}'],
  ['thing without a list of its own', calls.webhooks.get, '{"id":"w","events":null}'],
  ['link without an id', calls.deviceLinks.get, '{}'],
  ['list whose row is null', calls.devices.list, '{"data":[null]}'],
  ['list whose row is a list', calls.devices.list, '[[]]'],
  ['list whose row has no id', calls.transactions.list, '{"data":[{"amount":1}]}'],
  ['numbers in place of objects', calls.revenue.get, '{"rows":[1]}'],
  ['things without an id', calls.bulkChanges.recent, '{"data":[{}]}'],
])('refuses a %s', (_what, { reply }, text) => {
  expect(() => readReply(text, reply)).toThrow()
})

test('refuses a renewal without a new access token', () => {
  for (const text of ['{}', 'null', '[]', '<html>', '{"access_token":1}', '{"access_token":""}']) {
    expect(() => renewedTokens(text), text).toThrow()
  }
  expect(() => renewedTokens('{"access_token":"a","refresh_token":null}')).toThrow()
  expect(renewedTokens('{"access_token":"a"}')).toEqual({ access_token: 'a' })
})

const rows = [{ id: '1' }, { id: '2' }, { id: '3' }]

test.each([
  ['alone', rows, { page: 1, limit: 3, total: 3, totalPages: 1 }],
  ['without numbers of pages', { data: rows }, { page: 1, limit: 3, total: 3, totalPages: 1 }],
  [
    'with a total',
    { data: rows, pagination: { total: 23 } },
    { page: 2, limit: 10, total: 23, totalPages: 3 },
  ],
  [
    'with a number of pages',
    { data: rows, pagination: { totalPages: 2 } },
    { page: 2, limit: 10, total: 13, totalPages: 2 },
  ],
])('reads a list with its rows %s', (_how, value, pagination) => {
  const read = readReply(JSON.stringify(value), 'list', { page: 2, limit: 10 })
  expect(read).toMatchObject({ data: rows, pagination })
})
