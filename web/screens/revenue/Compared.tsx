import { changeFrom, noData } from './comparison.ts'
import classes from './Revenue.module.css'

interface ComparedProps {
  now: number
  /** undefined: no data. */
  before: number | undefined
  format: (value: number) => string
}

/** A value of an earlier period, and the change since then. */
export function Compared({ now, before, format }: ComparedProps) {
  if (before === undefined) return noData
  return (
    <span className={classes.compared}>
      <span>{format(before)}</span>{' '}
      <span className={classes.change}>{changeFrom(before, now)}</span>
    </span>
  )
}
