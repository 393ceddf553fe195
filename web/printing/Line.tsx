import { fittingSize } from './fitting.ts'
import { millimetres } from './millimetres.ts'
import classes from './Sheets.module.css'

interface LineProps {
  text: string
  width: number
  height: number
  weight: 400 | 700
}

/** A text as large as its place takes. */
export function Line({ text, width, height, weight }: LineProps) {
  const fontSize = fittingSize(text, { width, height }, weight)
  return (
    <span
      className={classes.line}
      style={{ ...millimetres({ width, height, fontSize }), fontWeight: weight }}
    >
      <span>{text}</span>
    </span>
  )
}
