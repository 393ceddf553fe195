import { audit } from '@coinless/contract/audit.ts'
import { devices } from '@coinless/contract/devices.ts'
import { folded } from '@coinless/contract/folded.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { resources } from '@coinless/contract/resources.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { adminUsers } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makePastPayment } from '../../../test/support/history.ts'
import {
  makeAdmin,
  makeCode,
  makeDevice,
  makeUser,
  type TestUser,
} from '../../../test/support/make.ts'
import { foldedText } from './folded-text.ts'

const server = testApp()
let admin: TestUser
beforeAll(async () => {
  admin = await makeAdmin(server)
})

const query = (search: string) => ({ as: admin, query: { search, limit: 100 } })

/** Each list, with a function that makes a row with a given text. */
const lists = [
  {
    name: 'devices',
    make: async (location: string) => (await makeDevice(server, admin, { location })).id,
    find: (search: string) => server.call(devices.list, query(search)),
  },
  {
    name: 'transactions',
    make: async (device_number: string) => {
      const device = await makeDevice(server, admin, { device_number })
      return (await makePastPayment(server, admin, device, { at: new Date() })).id
    },
    find: (search: string) => server.call(transactions.list, query(search)),
  },
  {
    name: 'users',
    make: async (full_name: string) => (await makeUser(server, { full_name })).id,
    find: (search: string) => server.call(adminUsers.list, query(search)),
  },
  {
    name: 'audit events',
    make: async (label: string) => {
      const { id } = await makeDevice(server, admin, { label })
      const { data } = await server.call(audit.list, query(id))
      return data[0]?.id
    },
    find: (search: string) => server.call(audit.list, query(search)),
  },
  {
    name: 'resources',
    make: async (name: string) => {
      const body = JSON.stringify({ name })
      return (await server.call(resources.create, { as: admin, body })).id
    },
    find: (search: string) => server.call(resources.list, query(search)),
  },
]

const pairs = [
  ['the sigma that ends a Greek word', 'οδος', 'ΟΔΟΣ'],
  ['accents that are letters of their own', 'caf\u00e9', 'CAFE\u0301'],
  ['accents beside digits, by which an index is asked', '1234\u00e9', '1234e\u0301'],
  ['several accents in another order', '\u1ec7x', 'e\u0302\u0323x'],
  ['the wide letters of East Asian keyboards', 'wide7', 'ＷＩＤＥ７'],
  ['ligatures', 'offi', 'oﬃ'],
  ['accents that are left out', 'jose ines', 'José Inés'],
  ['letters beside numbers', 'waschkuche 12345', 'Waschküche 12345'],
  ['a sharp s', 'strasse', 'Straße'],
  ['letters that Unicode does not take apart', 'sorensen lodz', 'Sørensen Łódź'],
  ['the apostrophes and hyphens of a word processor', "o'brien-x", 'O’Brien‑x'],
  ['hyphens that show at the end of a line alone', 'waschtag', 'Wasch\u00adtag'],
] as const

describe.each(lists)(
  'a search of $name finds either spelling by the other one',
  ({ make, find }) => {
    test.each(pairs)('%s', async (_name, one, other) => {
      const ids = [await make(`${one} 1`), await make(`${other} 2`)]
      for (const written of [one, other]) {
        const { data } = await find(written)
        expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
      }
    })
  },
)

const copied = [
  ['a mark of direction before it', '\u200e#'],
  ['a mark of direction after it', '#\u200f'],
  ['an Arabic mark and spaces around it', ' \u061c #\u202c '],
  ['something invisible within it', '#', (text: string) => text.replace('b', 'b\u2063')],
  ['two spaces between its words', '#', (text: string) => text.replace(' ', '  ')],
  ['a tab between its words', '#\t', (text: string) => text.replace(' ', '\t')],
  ['the apostrophe of a keyboard', '#', (text: string) => text.replace('’', '`')],
  ['an accent for its apostrophe', '#', (text: string) => text.replace('’', '´')],
] as const

describe.each(lists)('a search of $name finds pasted text', ({ name, make, find }) => {
  test.each(copied)('with %s', async (_name, frame, changed = (text: string) => text) => {
    const text = `O’brien ${name} 71`
    const id = await make(text)
    const { data } = await find(frame.replace('#', changed(text)))
    expect(data.map((each) => each.id)).toContain(id)
  })
})

test('folds every letter of European scripts in SQL as the contract does', async () => {
  const letters = Array.from({ length: 0x530 - 0xa0 }, (_, n) => String.fromCodePoint(n + 0xa0))
  const more = Array.from({ length: 0x2100 - 0x1e00 }, (_, n) => String.fromCodePoint(n + 0x1e00))
  const texts = [...letters, ...more].map((letter) => `x${letter}x`)
  const { rows } = await sql<{ text: string; searched: string }>`
    select text, coalesce(${foldedText(sql`normalize_search_text(text)`)}, normalize_search_text(text)) as searched
    from unnest(${texts}::text[]) as text`.execute(server.database)
  const different = rows.filter(({ text, searched }) => searched !== folded(text))
  expect(different).toEqual([])
})

test('finds a code with its own, other or no hyphens, and a phone number with any spacing', async () => {
  const facts = { customer_name: 'Zoë Groß', phone_number: '+49 (171) 555-0199' }
  const { id } = await makeCode(server, admin, { code: 'MAY-2K-7731X', ...facts })
  const find = async (search: string) => {
    const { data } = await server.call(prepaidCodes.list, query(search))
    return data.some((each) => each.id === id)
  }
  const found = [
    'MAY-2K-7731X',
    'may2k7731x',
    'MAY 2K 7731X',
    'MAY–2K‑7731X',
    'y2k-77',
    '2k\u00ad7731',
    'https://coinless.example.com/payments#code=may-2k-7731x.',
    'Code: MAY_2K_7731X',
  ]
  const phones = ['+49 171 555 0199', '0199', '491715550199', '171.555.0199', '(171)']
  const names = ['zoe', 'gross', 'Groß', 'ZOË GROSS']
  for (const text of [...found, ...phones, ...names])
    expect([text, await find(text)]).toEqual([text, true])
  for (const text of ['---', 'may2k7732', '171 556', 'zoe grosz']) {
    expect([text, await find(text)]).toEqual([text, false])
  }
})
