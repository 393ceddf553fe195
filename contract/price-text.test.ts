import { expect, test } from 'vitest'
import { type PriceList, PriceListBody } from './device-prices.ts'
import { pricesIn, priceText } from './price-text.ts'

const list: PriceList = {
  time_zone: 'Europe/Madrid',
  programmes: [
    { name: 'Normal', duration_minutes: 30, price: 2.5 },
    { name: '60 min 4.00 from mon; =1+1', duration_minutes: 60, price: 4 },
  ],
  times: [
    { days: [5, 6], from: '22:00', until: '06:00', prices: [1.5, null] },
    { days: [3], from: '00:00', until: '00:00', prices: [null, 0.05] },
  ],
  planned: [
    { from: '2999-01-01', programmes: [{ name: null, duration_minutes: 20, price: 3 }], times: [] },
    {
      from: '2999-06-01',
      programmes: [{ name: 'Wash\u2028and dry', duration_minutes: 20, price: 0 }],
      times: [{ days: [1], from: '10:15', until: '11:00', prices: [2] }],
    },
  ],
}

test('writes all prices of a device as readable lines', () => {
  expect(priceText(list).split('\n')).toEqual([
    'zone Europe/Madrid',
    '30 min 2.50 Normal',
    '60 min 4.00 60 min 4.00 from mon; =1+1',
    'fri,sat 22:00-06:00 1.50 -',
    'wed 00:00-00:00 - 0.05',
    'from 2999-01-01',
    '20 min 3.00',
    'from 2999-06-01',
    '20 min 0.00 Wash\u2028and dry',
    'mon 10:15-11:00 2.00',
  ])
})

test('reads written lines as the same prices', () => {
  expect(pricesIn(priceText(list))).toEqual(list)
  expect(PriceListBody.parse(pricesIn(priceText(list)))).toEqual(list)
})

test('accepts lines in other case, with other spaces and line ends', () => {
  const typed = 'ZONE Europe/Madrid\r\n\r\n  30 MIN 2,5 Normal \n Sat,SUN 22:00-06:00 1'
  expect(pricesIn(typed)).toEqual({
    time_zone: 'Europe/Madrid',
    programmes: [{ name: 'Normal', duration_minutes: 30, price: 2.5 }],
    times: [{ days: [6, 7], from: '22:00', until: '06:00', prices: [1] }],
    planned: [],
  })
})

test.each([
  '2.50',
  '30 min',
  '30 min 1.505',
  '30 min 1,500 Normal',
  'sat 22:00-06:00 1.505',
  'Normal 30 min 2.50',
  'sat 22:00-06:00',
  '{}',
])('refuses the line %s', (line) => {
  expect(pricesIn(`30 min 2.50\n${line}`)).toBeUndefined()
})

test.each([
  ['xyz 22:00-06:00 1.50', 'days'],
  ['sat 22:10-06:00 1.50', 'from'],
  ['sat 22:00-06:00 1.5050', 'prices'],
  ['sat 22:00-06:00 1.50 2.50', 'prices'],
  ['sat 22:00-06:00 1.50', 'time_zone'],
])('reads the line %s, whose %s the schema refuses', (line, field) => {
  const { error } = PriceListBody.safeParse(pricesIn(`30 min 2.50\n${line}`))
  expect(error?.issues.flatMap(({ path }) => path)).toContain(field)
})
