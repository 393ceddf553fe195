import { fields } from '@coinless/contract/texts/en/fields.ts'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { setFieldTexts } from '../texts/texts.ts'
import { checkRows } from './check-rows.ts'
import type { Importable } from './importable.ts'
import { tableOf } from './table.ts'

const importable: Importable = {
  noun: 'devices',
  fields: ['number', 'place'].map((name) => ({ name, kind: 'text', names: [] })),
  schema: z.object({ number: z.string(), place: z.string() }),
  key: 'number',
  keyOf: (text) => text,
  preview: async () => ({ left: [] }),
  send: async () => ({ created: 0, left: [] }),
  queryKey: [],
  isSecret: false,
  list: '/',
}

const check = async (text: string) =>
  checkRows(await tableOf(text), { number: 'number', place: 'place' }, importable, () => true)

beforeAll(() => setFieldTexts(fields))

test('counts every row after an unclosed quotation mark as faulty and shows a short sample', async () => {
  const lines = Array.from({ length: 500 }, (_, row) => `${row},Elm`)
  lines[2] = '2,"Elm'
  const checked = await check(['number,place', ...lines, ''].join('\r\n'))
  expect(checked?.fitting.map(({ row }) => row)).toEqual([2, 3])
  expect(checked?.faulty).toBe(498)
  expect(checked?.faults).toMatchObject([{ rows: [4], samples: ['2 · Elm …'] }])
})

test('treats a row of several lines as one row', async () => {
  const checked = await check('number,place\n1,"Elm\nleft"\n1,Elm\n')
  expect([checked?.fitting.length, checked?.faulty]).toEqual([1, 1])
})
