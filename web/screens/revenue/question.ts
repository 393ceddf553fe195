import type { RevenueGroup, RevenuePeriod } from '@coinless/contract/choices.ts'
import { revenueGroups, revenuePeriods } from '@coinless/contract/choices.ts'
import { useSearchParams } from 'wouter'
import { paths } from '../../shared/navigation/paths.ts'
import { viewersTimeZone } from '../../shared/ui/time-zone.ts'

/** The query, kept in the address so that it can be shared and survives a reload. */
export function useQuestion(screen: string = paths.revenue) {
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

  /** The address with changed values; an empty value removes one. */
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
    /** Uses the current address, because the rendered one may be older. */
    change: (changes: Record<string, string>) =>
      setAddress(withChanges(new URLSearchParams(window.location.search), changes)),
    addressWith: (changes: Record<string, string>) => `${screen}?${withChanges(address, changes)}`,
  }
}

export type Asked = ReturnType<typeof useQuestion>
