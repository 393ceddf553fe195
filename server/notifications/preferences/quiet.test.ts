import { expect, test } from 'vitest'
import { isQuiet } from './quiet.ts'

const night = { from: '22:00', until: '07:00', time_zone: 'America/New_York' }

/** The moments at which nothing is sent. */
function quietAt(hours: Parameters<typeof isQuiet>[1], moments: string[]) {
  return moments.filter((moment) => isQuiet(new Date(moment), hours))
}

test('applies quiet hours over midnight in their time zone until the exact end', () => {
  const quiet = ['2026-07-02T02:00:00Z', '2026-07-02T04:30:00Z', '2026-07-02T10:59:59Z']
  const loud = ['2026-07-02T01:59:59Z', '2026-07-02T11:00:00Z', '2026-07-02T16:00:00Z']
  expect(quietAt(night, [...quiet, ...loud])).toEqual(quiet)
  const day = { from: '13:00', until: '14:30', time_zone: 'Asia/Kolkata' }
  expect(quietAt(day, ['2026-07-02T07:29:59Z', '2026-07-02T07:30:00Z'])).toHaveLength(1)
  expect(quietAt(day, ['2026-07-02T08:59:59Z', '2026-07-02T09:00:00Z'])).toHaveLength(1)
})

test('applies quiet hours by local time when the clocks change', () => {
  // On 8 March 2026, 06:59 UTC is 01:59 and 07:00 UTC is 03:00. 22:00 is 03:00 UTC before and 02:00 UTC after.
  expect(quietAt(night, ['2026-03-08T02:59:00Z', '2026-03-09T02:00:00Z'])).toEqual([
    '2026-03-09T02:00:00Z',
  ])
  expect(quietAt(night, ['2026-03-07T11:59:00Z', '2026-03-08T11:00:00Z'])).toEqual([
    '2026-03-07T11:59:00Z',
  ])
  // On 1 November 2026, the hour from 01:00 to 02:00 occurs twice.
  const hour = { ...night, from: '01:00', until: '02:00' }
  const twice = ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z']
  expect(quietAt(hour, [...twice, '2026-11-01T07:00:00Z'])).toEqual(twice)
})

test('treats quiet hours in an unknown time zone as none', () => {
  expect(isQuiet(new Date(), { from: '00:00', until: '00:00', time_zone: 'Mars/Olympus' })).toBe(
    false,
  )
})

test('treats equal start and end as the whole day, and no quiet hours as none', () => {
  const moments = ['2026-07-02T00:00:00Z', '2026-07-02T12:00:00Z']
  expect(quietAt({ ...night, until: '22:00' }, moments)).toEqual(moments)
  expect(quietAt(null, moments)).toEqual([])
})
