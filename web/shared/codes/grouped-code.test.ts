import { expect, test } from 'vitest'
import { caretIn, groupedCode } from './grouped-code.ts'

test.each([
  ['7', '7'],
  ['7K3M', '7K3M'],
  ['7K3M-', '7K3M'],
  ['7k3mq', '7K3M-Q'],
  ['7K3MQ0ZD4WXA9C2T', '7K3M-Q0ZD-4WXA-9C2T'],
  [' 7k3m q0zd 4wxa 9c2t ', '7K3M-Q0ZD-4WXA-9C2T'],
  ['7K3M-Q0ZD-4WXA-9C2T', '7K3M-Q0ZD-4WXA-9C2T'],
  ['“7K3M–Q0ZD\u20114WXA\u00ad-9C2T”', '7K3M-Q0ZD-4WXA-9C2T'],
  ['\uff17\uff2b3M Q0ZD', '7K3M-Q0ZD'],
])('groups %s of a generated code as %s', (typed, shown) => {
  expect(groupedCode(typed)).toBe(shown)
})

test.each([
  'SUMMER-2026',
  'summer',
  'washers',
  'TEST-CODE-77aa',
  'WASH-3R-7',
  '7K3M-Q0ZD-4WXA-9C2T-9',
  '',
])('leaves the chosen code %s as typed', (typed) => {
  expect(groupedCode(typed)).toBe(typed)
})

test('regroups the symbols after an inserted one', () => {
  expect(groupedCode('7K3M-QX0ZD-4WXA-9C2', 7)).toBe('7K3M-QX0Z-D4WX-A9C2')
})

test('keeps the caret after the same symbol', () => {
  expect(caretIn('7K3M-Q', '7K3MQ')).toBe(6)
  expect(caretIn('7K3M-Q0ZD', '7K3M-Q')).toBe(6)
  expect(caretIn('7K3M-Q0ZD', '7K')).toBe(2)
  expect(caretIn('7K3M-Q0ZD', '7K3M')).toBe(4)
  expect(caretIn('7K3M', '')).toBe(0)
})
