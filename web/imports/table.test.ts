import { limits } from '@coinless/contract/limits.ts'
import { expect, test } from 'vitest'
import { tableOf } from './table.ts'

const rowsOf = async (text: string) => (await tableOf(text)).rows.map(({ cells }) => cells)

test.each([',', ';', '\t'])(
  'values are told apart at %j, and quotes keep what is in them',
  async (mark) => {
    const text = [
      ['number', 'place'],
      ['007', `"Elm ""4""${mark} left\r\nsecond line"`],
      ['8', 'x'],
    ]
    expect(await tableOf(text.map((cells) => cells.join(mark)).join('\r\n'))).toEqual({
      headers: ['number', 'place'],
      rows: [
        { row: 2, cells: ['007', `Elm "4"${mark} left\r\nsecond line`], isBroken: false, lines: 2 },
        { row: 3, cells: ['8', 'x'], isBroken: false, lines: 1 },
      ],
    })
  },
)

test('empty rows are left out, and the others keep their numbers', async () => {
  const { rows } = await tableOf('a,b\n\n1,2\n , \n3,4\n')
  expect(rows.map(({ row }) => row)).toEqual([3, 5])
})

test('every column has a name of its own', async () => {
  expect((await tableOf('Place,,Place,Place\n1,2,3,4')).headers).toEqual([
    'Place',
    'B',
    'Place (2)',
    'Place (3)',
  ])
})

test('a quotation mark that is never closed marks its row', async () => {
  const { rows } = await tableOf('a,b\n1,2\n3,"4\n5,6\n')
  expect(rows.map(({ row, isBroken }) => [row, isBroken])).toEqual([
    [2, false],
    [3, true],
  ])
})

test('nothing below the names, and too many rows, are refused', async () => {
  await expect(tableOf('a,b\n')).rejects.toMatchObject({ problem: 'noRows' })
  const many = (count: number) => `a,b\n${'1,2\n'.repeat(count)}`
  await expect(tableOf(many(limits.importRows + 1))).rejects.toMatchObject({
    problem: 'tooManyRows',
  })
  expect(await rowsOf(many(limits.importRows))).toHaveLength(limits.importRows)
})
