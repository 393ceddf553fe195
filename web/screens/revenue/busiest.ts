import type { UsageHour } from '@coinless/contract/usage.ts'

export interface Window {
  weekday: number
  /** First hour, and the one after the last. */
  from: number
  end: number
  share: number
}

const windowHours = 2

/** The busiest and the quietest two hours of the week; undefined if no machine was used. The first of equals counts. */
export function busiestAndQuietest(hours: readonly UsageHour[]): [Window, Window] | undefined {
  const windows = hours.flatMap(({ weekday, hour }, n): Window[] => {
    const own = hours.slice(n, n + windowHours)
    if (own.length < windowHours || own.some((each) => each.weekday !== weekday)) return []
    const available = own.reduce((sum, { minutes_available }) => sum + minutes_available, 0)
    const used = own.reduce((sum, { minutes_in_use }) => sum + minutes_in_use, 0)
    if (available === 0) return []
    return [{ weekday, from: hour, end: hour + windowHours, share: used / available }]
  })
  const best = (isBetter: (one: number, than: number) => boolean) =>
    windows.reduce<Window | undefined>(
      (first, each) => (first && !isBetter(each.share, first.share) ? first : each),
      undefined,
    )
  const [busiest, quietest] = [best((one, than) => one > than), best((one, than) => one < than)]
  return busiest && quietest && busiest.share > 0 ? [busiest, quietest] : undefined
}
