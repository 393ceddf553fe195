import type { RevenueGroup, RevenuePeriod } from '@coinless/contract/choices.ts'
import { revenueGroups, revenuePeriods } from '@coinless/contract/choices.ts'
import { useSearchParams } from 'react-router'
import { viewersTimeZone } from '../ui/time-zone.ts'

/** What is asked for, as the address has it, so that it can be shared and comes back by itself. */
export function useQuestion() {
  const [address, setAddress] = useSearchParams()
  const of = (name: string) => address.get(name) ?? undefined
  const one = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === of(name))
  const from = of('from')
  const days = from === undefined ? undefined : { from, until: of('until') ?? from }
  const period: RevenuePeriod | undefined = days
    ? undefined
    : (one('period', revenuePeriods) ?? 'this_month')
  const by: RevenueGroup = one('by', revenueGroups) ?? 'day'
  const question = {
    time_zone: viewersTimeZone,
    period,
    ...days,
    by,
    payment_method: of('method'),
    location: of('place'),
    device_id: of('device'),
    owner: of('owner'),
  }

  /** The same address with something else in it; an empty value takes that out. */
  function withChanges(before: URLSearchParams, changes: Record<string, string>): URLSearchParams {
    const next = new URLSearchParams(before)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    return next
  }

  return {
    question,
    /** Of the address as it is by now: what is shown may be of before the last change. */
    change: (changes: Record<string, string>) =>
      setAddress(withChanges(new URLSearchParams(window.location.search), changes)),
    addressWith: (changes: Record<string, string>) => `?${withChanges(address, changes)}`,
  }
}

export type Asked = ReturnType<typeof useQuestion>
