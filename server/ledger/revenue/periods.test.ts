import type { RevenuePeriod } from '@coinless/contract/choices.ts'
import { expect, test } from 'vitest'
import { addDays, periodsOf, todayIn } from './periods.ts'

const of = (asked: object, today: string) =>
  periodsOf({ time_zone: 'UTC', ...asked }, today).map(
    ({ from, end }) => `${from} ${addDays(end, -1)}`,
  )

test.each<[RevenuePeriod, string, string, string, string]>([
  [
    'this_week',
    '2026-11-24',
    '2026-11-23 2026-11-24',
    '2026-11-16 2026-11-17',
    '2025-11-24 2025-11-25',
  ],
  [
    'this_week',
    '2026-11-29',
    '2026-11-23 2026-11-29',
    '2026-11-16 2026-11-22',
    '2025-11-24 2025-11-30',
  ],
  [
    'last_week',
    '2026-11-23',
    '2026-11-16 2026-11-22',
    '2026-11-09 2026-11-15',
    '2025-11-17 2025-11-23',
  ],
  [
    'this_month',
    '2026-03-31',
    '2026-03-01 2026-03-31',
    '2026-02-01 2026-02-28',
    '2025-03-01 2025-03-31',
  ],
  [
    'this_month',
    '2026-03-30',
    '2026-03-01 2026-03-30',
    '2026-02-01 2026-02-28',
    '2025-03-01 2025-03-30',
  ],
  [
    'this_month',
    '2026-03-10',
    '2026-03-01 2026-03-10',
    '2026-02-01 2026-02-10',
    '2025-03-01 2025-03-10',
  ],
  [
    'last_month',
    '2025-03-15',
    '2025-02-01 2025-02-28',
    '2025-01-01 2025-01-31',
    '2024-02-01 2024-02-29',
  ],
  [
    'this_quarter',
    '2026-05-15',
    '2026-04-01 2026-05-15',
    '2026-01-01 2026-02-15',
    '2025-04-01 2025-05-15',
  ],
  [
    'last_quarter',
    '2026-01-01',
    '2025-10-01 2025-12-31',
    '2025-07-01 2025-09-30',
    '2024-10-01 2024-12-31',
  ],
  [
    'this_year',
    '2024-02-29',
    '2024-01-01 2024-02-29',
    '2023-01-01 2023-02-28',
    '2023-01-01 2023-02-28',
  ],
  [
    'last_year',
    '2026-11-24',
    '2025-01-01 2025-12-31',
    '2024-01-01 2024-12-31',
    '2024-01-01 2024-12-31',
  ],
])(
  'compares %s as of %s with as much of the period before and of a year before',
  (period, today, ...periods) => {
    expect(of({ period }, today)).toEqual(periods)
  },
)

test('compares chosen days with as many days before and the same days a year before', () => {
  expect(of({ from: '2026-03-10', until: '2026-03-16' }, '2026-11-24')).toEqual([
    '2026-03-10 2026-03-16',
    '2026-03-03 2026-03-09',
    '2025-03-10 2025-03-16',
  ])
  expect(of({ from: '2024-02-29', until: '2024-02-29' }, '2026-11-24')).toEqual([
    '2024-02-29 2024-02-29',
    '2024-02-28 2024-02-28',
    '2023-02-28 2023-02-28',
  ])
})

test('determines today by the time zone', () => {
  const now = new Date('2026-11-24T10:30:00Z')
  expect(todayIn('Pacific/Apia', now)).toBe('2026-11-24')
  expect(todayIn('Pacific/Kiritimati', now)).toBe('2026-11-25')
  expect(todayIn('Pacific/Pago_Pago', now)).toBe('2026-11-23')
})
