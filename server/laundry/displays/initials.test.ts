import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Ana María  de la Cruz', 'AC'],
  ['terry tenant', 'TT'],
  ['Élodie', 'É'],
  ['李 小龙', '李小'],
  ['(Bob) O’Neil', 'BO'],
  ['', null],
  ['123 :-)', null],
])('reduces %j to %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
