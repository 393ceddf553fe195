import type { Revenue } from '@coinless/contract/dashboard.ts'
import { t } from '../texts/texts.ts'
import { day, money } from '../ui/formats.ts'
import { linesFor } from './chart-scale.ts'
import classes from './RevenueChart.module.css'

const daysPerWeek = 7

interface RevenueChartProps {
  days: Revenue['days']
}

/** A picture of the figures, which the table below it says in words. */
export function RevenueChart({ days }: RevenueChartProps) {
  const lines = linesFor(days.map(({ revenue }) => revenue))
  const [lowest = 0, highest = 1] = [lines[0], lines.at(-1)]
  const share = (amount: number) => `${(100 * amount) / (highest - lowest)}%`
  return (
    <figure aria-label={t('dashboard.chart')} className={classes.chart}>
      <div aria-hidden className={classes.plot}>
        {lines.map((amount) => (
          <div key={amount} className={classes.line} style={{ bottom: share(amount - lowest) }}>
            <span className={classes.amount}>{money(amount)}</span>
          </div>
        ))}
        {days.map(({ date, revenue }, n) => (
          <div key={date} className={classes.day}>
            <div
              className={classes.bar}
              style={{
                bottom: share(Math.min(revenue, 0) - lowest),
                height: share(Math.abs(revenue)),
              }}
            />
            <div className={classes.figure}>
              {day(date)}: <b>{money(revenue)}</b>
            </div>
            {(days.length - 1 - n) % daysPerWeek === 0 && (
              <span className={classes.date}>{day(date)}</span>
            )}
          </div>
        ))}
      </div>
    </figure>
  )
}
