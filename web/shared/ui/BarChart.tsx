import classes from './BarChart.module.css'
import { linesFor } from './chart-scale.ts'
import { money } from './formats.ts'

export interface Bar {
  key: string
  name: string
  amount: number
  /** Value of the comparison period, drawn as a wider bar behind. */
  compared?: number
  /** Whether its name is shown below it. */
  isNamed: boolean
}

interface BarChartProps {
  label: string
  bars: readonly Bar[]
  /** What the bars are, and those behind them. */
  legend?: readonly [amount: string, compared: string]
}

/** A chart of amounts. The table beside it has the same data as text. */
export function BarChart({ label, bars, legend }: BarChartProps) {
  const lines = linesFor(bars.flatMap(({ amount, compared = 0 }) => [amount, compared]))
  const [lowest = 0, highest = 1] = [lines[0], lines.at(-1)]
  const share = (amount: number) => `${(100 * amount) / (highest - lowest)}%`
  const extent = (amount: number) => ({
    bottom: share(Math.min(amount, 0) - lowest),
    height: share(Math.abs(amount)),
  })
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
            {compared !== undefined && compared !== 0 && (
              <div className={classes.compared} style={extent(compared)} />
            )}
            <div className={classes.bar} style={extent(amount)} />
            <div className={classes.figure}>
              {name}: <b translate="no">{money(amount)}</b>
            </div>
            {isNamed && <span className={classes.name}>{name}</span>}
          </div>
        ))}
      </div>
      {legend && (
        <figcaption className={classes.legend}>
          {legend.map((name, n) => (
            <span key={name} className={classes.entry}>
              <span aria-hidden className={n === 0 ? classes.swatch : classes.comparedSwatch} />
              {name}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  )
}
