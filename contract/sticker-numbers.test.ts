import { expect, test } from 'vitest'
import { checkOf, groupedStickerNumber, stickerNumberOf } from './sticker-numbers.ts'

const numbers = ['10000000', '48210937', '99999999', '57312046'].map(
  (digits) => digits + checkOf(digits),
)

test('reads a sticker number with any spaces and hyphens', () => {
  for (const number of numbers) {
    const grouped = groupedStickerNumber(number)
    expect(grouped).toMatch(/^\d{3} \d{3} \d{3}$/)
    for (const typed of [
      number,
      grouped,
      ` ${grouped} `,
      grouped.replaceAll(' ', '-'),
      grouped.replaceAll(' ', '–'),
    ]) {
      expect(stickerNumberOf(typed)).toBe(number)
    }
  }
})

test.each([
  'http://192.168.10.20:3000/m/NUMBER',
  'https://wash.example/m/NUMBER?language=es#top',
  ' /m/NUMBER/ ',
  'https://wash.example/payments?sticker=NUMBER',
  'https://wash.example/payments?language=es&sticker=NUMBER#top',
  'https://wash.example/rooms/NUMBER/sign',
])('reads a sticker number from the link %s', (link) => {
  for (const number of numbers) {
    expect(stickerNumberOf(link.replace('NUMBER', number))).toBe(number)
    expect(stickerNumberOf(link.replace('NUMBER', number.slice(1)))).toBeNull()
  }
})

test('refuses a sticker number with one wrong digit or two swapped neighbors', () => {
  for (const number of numbers) {
    for (let place = 0; place < number.length; place++) {
      for (const digit of '0123456789') {
        const wrong = number.slice(0, place) + digit + number.slice(place + 1)
        expect(stickerNumberOf(wrong)).toBe(wrong === number ? number : null)
      }
      const [one = '', two = ''] = number.slice(place)
      const swapped = number.slice(0, place) + two + one + number.slice(place + 2)
      expect(stickerNumberOf(swapped)).toBe(swapped === number ? number : null)
    }
  }
})

test.each(['', '0', '123', '1234567890', '012345678', '48210937a', 'W-1'])(
  'refuses %j as a sticker number',
  (typed) => {
    expect(stickerNumberOf(typed)).toBeNull()
  },
)
