import { expect, test } from 'vitest'
import { cellValue } from './cells.ts'
import type { ImportField } from './importable.ts'

const field = (kind: ImportField['kind'], facts: Partial<ImportField> = {}): ImportField => {
  return { name: 'x', kind, names: [], ...facts }
}

test.each([
  ['2.50', 2.5],
  ['2,50', 2.5],
  ['0,500', 0.5],
  ['500,00', 500],
  ['$2.50', 2.5],
  ['2,50 $', 2.5],
  ['1,234.50', 1234.5],
  ['1.234,50', 1234.5],
  ['1,234,567', 1234567],
  ['-3', -3],
  ['30', 30],
])('reads %s as one number', (cell, number) => {
  expect(cellValue(field('number'), cell)).toBe(number)
})

test.each(['1.000', '1,000', '12,345', '$1.500', '1.000 $'])(
  'leaves %s as text, because its separator is ambiguous',
  (cell) => {
    expect(cellValue(field('number'), cell)).toBe(cell)
  },
)

test.each([
  ["'=cmd|x", '=cmd|x'],
  ['=cmd|x', '=cmd|x'],
  ["'+34 600", '+34 600'],
  ["''=known", "'=known"],
  ['007', '007'],
])('reads %s as the text %s', (cell, text) => {
  expect(cellValue(field('text'), cell)).toBe(text)
})

test('matches choices by name or label in both languages', () => {
  const words = { washer: ['Lavadora'], dryer: [] }
  const said = (cell: string) => cellValue(field('choice', { words }), cell)
  expect(['washer', 'LAVADORA', 'Dryer', 'oven'].map(said)).toEqual([
    'washer',
    'washer',
    'dryer',
    'oven',
  ])
})

test('reads an empty cell as null, or as undefined for a field that is never empty', () => {
  expect(cellValue(field('text'), ' ')).toBe(null)
  expect(cellValue(field('choice', { isKeptWhenEmpty: true }), '')).toBe(undefined)
  expect(cellValue(field('text', { isRequired: true }), '')).toBe(undefined)
})

test('reads a date as the end of that day, and leaves ambiguous dates as text', () => {
  const said = (cell: string) => cellValue(field('time'), cell)
  expect(said('2099-12-31')).toBe(new Date(2100, 0, 1).toISOString())
  for (const odd of ['2099-02-30', '01/02/2099', '2099-12-31T00:00:00.000Z']) {
    expect(said(odd)).toBe(odd)
  }
})
