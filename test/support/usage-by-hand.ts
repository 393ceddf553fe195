import type { PastCycle } from './past-cycles.ts'

interface Machine {
  id: string
  zone: string
  since: Date
}

const msPerMinute = 60_000
const msPerDay = 24 * 60 * msPerMinute
const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Looks at each minute of each machine in the local time of its place. */
export function usageByHand(
  machines: readonly Machine[],
  cycles: readonly PastCycle[],
  { from, until }: { from: string; until: string },
) {
  const hours = Array.from({ length: 7 * 24 }, (_, n) => ({
    ...{ weekday: Math.floor(n / 24) + 1, hour: n % 24, cycles: 0 },
    ...{ minutes_in_use: 0, minutes_available: 0, share_in_use: null as number | null },
  }))
  for (const { id, zone, since } of machines) {
    const clock = clockOf(zone)
    const own = cycles.filter(({ device }) => device.id === id)
    const ranges = own.map((cycle) => {
      const start = cycle.since.getTime()
      return { start, end: start + cycle.minutes * msPerMinute }
    })
    for (
      let at = Date.parse(from) - msPerDay;
      at < Date.parse(until) + 3 * msPerDay;
      at += msPerMinute
    ) {
      const { day, weekday, hour } = clock(at)
      const counts = hours[weekday * 24 + hour]
      if (!counts || day < from || day > until || at < since.getTime()) continue
      counts.minutes_available++
      if (ranges.some(({ start, end }) => start <= at && at < end)) counts.minutes_in_use++
      counts.cycles += ranges.filter(({ start }) => start === at).length
    }
  }
  return hours.map((each) => ({
    ...each,
    share_in_use:
      each.minutes_available > 0
        ? Math.round((each.minutes_in_use / each.minutes_available) * 10_000) / 10_000
        : null,
  }))
}

function clockOf(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, hourCycle: 'h23', weekday: 'short', hour: '2-digit' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  })
  return (at: number) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
    return {
      day: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
      weekday: names.indexOf((parts.get('weekday') ?? '').slice(0, 3)),
      hour: Number(parts.get('hour')),
    }
  }
}
