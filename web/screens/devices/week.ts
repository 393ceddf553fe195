import { type PriceList, quartersOf } from '@coinless/contract/device-prices.ts'

/** Hours of a day, in the device's time zone, without a price change on any day. */
export interface Span {
  from: string
  /** '24:00' is the end of the day. */
  until: string
  /** Price of each day of the week, starting on Monday. */
  prices: number[]
}

const days = [0, 1, 2, 3, 4, 5, 6]
const quartersOfDay = 24 * 4

/** Prices of a programme over a week, in as few spans as possible. */
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
