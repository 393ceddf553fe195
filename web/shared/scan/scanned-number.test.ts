import { expect, test } from 'vitest'
import { scannedNumber } from './scanned-number.ts'

const origin = 'https://laundry.example'

test.each([`${origin}/m/482109379`, '482109379'])('reads the number of %s', (text) => {
  expect(scannedNumber(text, origin)).toBe('482109379')
})

test.each([
  ['another site', 'https://elsewhere.example/m/482109379'],
  ['a site whose name begins like ours', `${origin}.elsewhere.example/m/482109379`],
  ['a user name that looks like our site', `${origin}@elsewhere.example/m/482109379`],
  ['another scheme', 'http://laundry.example/m/482109379'],
  ['a script', 'javascript:alert(482109379)'],
  ['another page of ours', `${origin}/payments?sticker=482109379`],
  ['a longer path', `${origin}/m/482109379/../../auth`],
  ['a wrong check digit', `${origin}/m/482109378`],
  ['digits with a wrong check digit', '482109378'],
  ['digits within a text', 'Call 482109379'],
  ['an empty text', ''],
])('refuses %s', (_, text) => {
  expect(scannedNumber(text, origin)).toBeNull()
})
