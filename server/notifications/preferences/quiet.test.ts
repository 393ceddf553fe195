import { expect, test } from 'vitest'
import { isQuiet } from './quiet.ts'

const night = { from: '22:00', until: '07:00', time_zone: 'America/New_York' }

/** At which of these moments nothing is sent. */
function quietAt(hours: Parameters<typeof isQuiet>[1], moments: string[]) {
  return moments.filter((moment) => isQuiet(new Date(moment), hours))
}

test('quiet hours go over midnight, by the clocks of their zone, and end when they say', () => {
  const quiet = ['2026-07-02T02:00:00Z', '2026-07-02T04:30:00Z', '2026-07-02T10:59:59Z']
  const loud = ['2026-07-02T01:59:59Z', '2026-07-02T11:00:00Z', '2026-07-02T16:00:00Z']
  expect(quietAt(night, [...quiet, ...loud])).toEqual(quiet)
  const day = { from: '13:00', until: '14:30', time_zone: 'Asia/Kolkata' }
  expect(quietAt(day, ['2026-07-02T07:29:59Z', '2026-07-02T07:30:00Z'])).toHaveLength(1)
  expect(quietAt(day, ['2026-07-02T08:59:59Z', '2026-07-02T09:00:00Z'])).toHaveLength(1)
})

test('quiet hours follow the clocks when those are put forward and back', () => {
  // 8 March 2026: 06:59 is 01:59, 07:00 is 03:00. 22:00 is three in the morning UTC before, and two after.
  expect(quietAt(night, ['2026-03-08T02:59:00Z', '2026-03-09T02:00:00Z'])).toEqual([
    '2026-03-09T02:00:00Z',
  ])
  expect(quietAt(night, ['2026-03-07T11:59:00Z', '2026-03-08T11:00:00Z'])).toEqual([
    '2026-03-07T11:59:00Z',
  ])
  // 1 November 2026 has the hour from one to two twice.
  const hour = { ...night, from: '01:00', until: '02:00' }
  const twice = ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z']
  expect(quietAt(hour, [...twice, '2026-11-01T07:00:00Z'])).toEqual(twice)
})

test('hours in a zone that this server does not know are no reason to tell nobody anything', () => {
  expect(isQuiet(new Date(), { from: '00:00', until: '00:00', time_zone: 'Mars/Olympus' })).toBe(
    false,
  )
})

test('hours that end when they begin are the whole day, and none are none', () => {
  const moments = ['2026-07-02T00:00:00Z', '2026-07-02T12:00:00Z']
  expect(quietAt({ ...night, until: '22:00' }, moments)).toEqual(moments)
  expect(quietAt(null, moments)).toEqual([])
})
