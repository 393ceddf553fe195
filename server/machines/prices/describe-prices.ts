import type { PriceList } from '@coinless/contract/device-prices.ts'
import { localeOf } from '@coinless/contract/locales.ts'
import { formatAmount, toMinor } from '@coinless/contract/money.ts'

const english = localeOf('en')

/** All prices as one line for the audit trail: 'Short 20 min $1.50, Long 60 min $4.00; 2 22:00-06:00 $1.00, –'. */
export function describePrices({ planned, ...now }: PriceList): string {
  return [tableInWords(now), ...planned.map((each) => `${each.from}: ${tableInWords(each)}`)].join(
    ' | ',
  )
}

function tableInWords({ programmes, times }: Pick<PriceList, 'programmes' | 'times'>): string {
  const offered = programmes.map(({ name, duration_minutes, price }) =>
    [name, `${duration_minutes} min`, shownPrice(price)].filter((part) => part !== null).join(' '),
  )
  const spans = times.map(
    ({ days, from, until, prices }) =>
      `${days.join('')} ${from}-${until} ${prices.map((each) => (each === null ? '–' : shownPrice(each))).join(', ')}`,
  )
  return [offered.join(', '), ...spans].join('; ')
}

function shownPrice(price: number): string {
  return formatAmount(toMinor(price), english)
}
