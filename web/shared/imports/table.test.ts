import { limits } from '@coinless/contract/limits.ts'
import { expect, test } from 'vitest'
import { tableOf } from './table.ts'

const rowsOf = async (text: string) => (await tableOf(text)).rows.map(({ cells }) => cells)

test.each([',', ';', '\t'])('splits values at %j, except in quotes', async (mark) => {
  const text = [
    ['number', 'place'],
    ['007', `"Elm ""4""${mark} left\r\nsecond line"`],
    ['8', 'x'],
  ]
  expect(await tableOf(text.map((cells) => cells.join(mark)).join('\r\n'))).toEqual({
    headers: ['number', 'place'],
    above: [],
    rows: [
      { row: 2, cells: ['007', `Elm "4"${mark} left\r\nsecond line`], isBroken: false, lines: 2 },
      { row: 3, cells: ['8', 'x'], isBroken: false, lines: 1 },
    ],
  })
})

test('skips empty rows and keeps the numbers of the others', async () => {
  const { rows } = await tableOf('a,b\n\n1,2\n , \n3,4\n')
  expect(rows.map(({ row }) => row)).toEqual([3, 5])
})

test('gives every column a unique name', async () => {
  expect((await tableOf('Place,,Place,Place\n1,2,3,4')).headers).toEqual([
    'Place',
    'B',
    'Place (2)',
    'Place (3)',
  ])
})

test('avoids the name of an existing column for a repeated one', async () => {
  const { headers } = await tableOf('Place,Place (2),Place\n1,2,3')
  expect(headers).toEqual(['Place', 'Place (2)', 'Place (3)'])
})

test('drops any number of empty columns at the end', async () => {
  const { headers } = await tableOf(`a,,b${','.repeat(limits.importBytes / 4)}\n1,,2\n`)
  expect(headers).toEqual(['a', 'B', 'b'])
})

test('marks a row with an unclosed quotation mark as broken', async () => {
  const { rows } = await tableOf('a,b\n1,2\n3,"4\n5,6\n')
  expect(rows.map(({ row, isBroken }) => [row, isBroken])).toEqual([
    [2, false],
    [3, true],
  ])
})

test('refuses a table without rows or with too many rows', async () => {
  await expect(tableOf('a,b\n')).rejects.toMatchObject({ problem: 'noRows' })
  const many = (count: number) => `a,b\n${'1,2\n'.repeat(count)}`
  await expect(tableOf(many(limits.importRows + 1))).rejects.toMatchObject({
    problem: 'tooManyRows',
  })
  expect(await rowsOf(many(limits.importRows))).toHaveLength(limits.importRows)
})

test.each(['sep=;', '\ufeffsep=;', '"sep=;"', 'SEP=;;;'])(
  'reads the separator from the line %j',
  async (line) => {
    const { headers, rows } = await tableOf(`${line}\r\nnumber;place, floor\r\n1;2,5\r\n`)
    expect(headers).toEqual(['number', 'place, floor'])
    expect(rows.map(({ row, cells }) => [row, cells])).toEqual([[2, ['1', '2,5']]])
  },
)

test.each([
  ['Machines 2026', ['Machines 2026']],
  ['Machines 2026;;\n;;\n"as of; today";;', ['Machines 2026', 'as of; today']],
  ['Machines;2026-11-01;', ['Machines 2026-11-01']],
])('separates the lines above the header: %j', async (title, above) => {
  const text = `${title}\nNumber;place;price\n1;Elm;2,50\n2;Oak;3,00\n`
  const table = await tableOf(text, (cell) => /^(number|price)$/i.test(cell))
  expect([table.headers, table.above]).toEqual([['Number', 'place', 'price'], above])
  expect(table.rows.map(({ row }) => row)).toEqual(
    [1, 2].map((n) => n + 1 + title.split('\n').length),
  )
})

test('reads a file of one column without a title', async () => {
  expect(await tableOf('number\n1\n2\n')).toMatchObject({ headers: ['number'], above: [] })
})
