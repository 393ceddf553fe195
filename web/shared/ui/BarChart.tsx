import classes from './BarChart.module.css'
import { linesFor } from './chart-scale.ts'
import { money } from './formats.ts'

export interface Bar {
  key: string
  name: string
  amount: number
  /** Value of the comparison period, drawn as a line. */
  compared?: number
  /** Whether its name is shown below it. */
  isNamed: boolean
}

/** A chart of amounts in dollars. The table beside it has the same data as text. */
export function BarChart({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const lines = linesFor(bars.flatMap(({ amount, compared = 0 }) => [amount, compared]))
  const [lowest = 0, highest = 1] = [lines[0], lines.at(-1)]
  const share = (amount: number) => `${(100 * amount) / (highest - lowest)}%`
  return (
    <figure aria-label={label} className={classes.chart}>
      <div aria-hidden className={classes.plot}>
        {lines.map((amount) => (
          <div key={amount} className={classes.line} style={{ bottom: share(amount - lowest) }}>
            <span className={classes.amount} translate="no">
              {money(amount)}
            </span>
          </div>
        ))}
        {bars.map(({ key, name, amount, compared, isNamed }, n) => (
          <div key={key} className={classes.place} data-late={n > bars.length / 2 || undefined}>
            <div
              className={classes.bar}
              style={{
                bottom: share(Math.min(amount, 0) - lowest),
                height: share(Math.abs(amount)),
              }}
            />
            {compared !== undefined && (
              <div className={classes.compared} style={{ bottom: share(compared - lowest) }} />
            )}
            <div className={classes.figure}>
              {name}: <b translate="no">{money(amount)}</b>
            </div>
            {isNamed && <span className={classes.name}>{name}</span>}
          </div>
        ))}
      </div>
    </figure>
  )
}
