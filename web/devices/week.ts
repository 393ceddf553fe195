import { type PriceList, quartersOf } from '@coinless/contract/device-prices.ts'

/** Hours of a day, by clocks at the device, in which nothing changes on any day. */
export interface Span {
  from: string
  /** '24:00' is the end of the day. */
  until: string
  /** On each day of the week, from Monday on. */
  prices: number[]
}

const days = [0, 1, 2, 3, 4, 5, 6]
const quartersOfDay = 24 * 4

/** What a programme costs at each hour of a week, in as few spans as that takes. */
export function weekOf(
  { programmes, times }: Pick<PriceList, 'programmes' | 'times'>,
  programme: number,
): Span[] {
  const usual = programmes[programme]?.price ?? 0
  const prices = new Array<number>(days.length * quartersOfDay).fill(usual)
  for (const time of times) {
    const price = time.prices[programme] ?? usual
    for (const quarter of quartersOf(time)) prices[quarter] = price
  }
  const at = (quarter: number) => days.map((day) => prices[day * quartersOfDay + quarter] ?? usual)
  const starts = Array.from({ length: quartersOfDay }, (_, quarter) => quarter).filter(
    (quarter) => quarter === 0 || at(quarter).join() !== at(quarter - 1).join(),
  )
  return starts.map((start, index) => ({
    from: clock(start),
    until: clock(starts[index + 1] ?? quartersOfDay),
    prices: at(start),
  }))
}

function clock(quarter: number): string {
  const [hours, minutes] = [Math.floor(quarter / 4), (quarter % 4) * 15]
  return [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')
}
