import { expect, test } from 'vitest'
import { prepaidCode } from './scanned-code.ts'

test.each([
  ['https://laundry.example.com/payments#code=SUMMER-2026', 'SUMMER-2026'],
  ['https://laundry.example.com/payments#code=ABCD-EFGH-JKMN-PQRS', 'ABCD-EFGH-JKMN-PQRS'],
  ['7xq2 9mkd 4wtr 8pnb', '7XQ2-9MKD-4WTR-8PNB'],
  ['https://laundry.example.com/m/482109379', null],
  ['482109379', null],
  ['https://laundry.example.com/payments#code=', null],
])('reads the prepaid code of %s', (text, code) => {
  expect(prepaidCode.read(text, 'https://laundry.example.com')).toBe(code)
})
