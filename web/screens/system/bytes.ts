import { localNumber } from '@coinless/contract/locales.ts'
import { currentLocale } from '../../shared/texts/texts.ts'
import { number } from '../../shared/ui/formats.ts'

const units = ['B', 'kB', 'MB', 'GB', 'TB']
const step = 1000
/** From here on a decimal is rounded away: '100 MB', not '100.0 MB'. */
const leastWhole = 99.95

/** '12.4 GB', in decimal units, as disks are sold. */
export function bytes(count: number): string {
  let rest = count
  let unit = 0
  // Values that would round to 1000 use the next unit.
  while (Math.round(rest) >= step && unit < units.length - 1) {
    rest /= step
    unit++
  }
  const hasTenths = unit > 0 && rest < leastWhole
  return `${hasTenths ? localNumber(rest.toFixed(1), currentLocale()) : number(Math.round(rest))} ${units[unit]}`
}
