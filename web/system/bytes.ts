const units = ['B', 'kB', 'MB', 'GB', 'TB']
const step = 1000

/** '12.4 GB', as disks are sold. */
export function bytes(count: number): string {
  let rest = count
  let unit = 0
  while (rest >= step && unit < units.length - 1) {
    rest /= step
    unit++
  }
  const digits = unit > 0 && rest < 100 ? 1 : 0
  return `${rest.toFixed(digits)} ${units[unit]}`
}
