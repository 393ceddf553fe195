import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { millimetres } from './millimetres.ts'
import { type Paper, type PaperName, type Place, papers, placeOf } from './paper-sizes.ts'
import classes from './Sheets.module.css'

/** Size of a pixel in millimetres, rounded up. */
const pixel = 0.3

interface SheetsProps<Item> {
  label: string
  items: readonly Item[]
  paper: PaperName
  draw: (item: Item, paper: Paper, place: Place) => ReactNode
}

/** Printed sheets, with a preview on the screen. */
export function Sheets<Item extends { id: string }>(props: SheetsProps<Item>) {
  const { label, items, paper, draw } = props
  const sheet: Paper = papers[paper]
  const { width, height, columns, rows } = sheet
  const perSheet = columns * rows
  // Memoized, so that drawn items are not redrawn when more arrive.
  const places = useMemo(
    () => Array.from({ length: perSheet }, (_, index) => placeOf(index, sheet)),
    [perSheet, sheet],
  )
  const sheets = Array.from({ length: Math.ceil(items.length / perSheet) }, (_, index) =>
    items.slice(index * perSheet, (index + 1) * perSheet),
  )
  return (
    <section className={classes.preview} aria-label={label} translate="no">
      <style>{`@page { size: ${width}mm ${height}mm; margin: 0 }`}</style>
      <div className={classes.sheets} style={{ '--sheet-width': width } as CSSProperties}>
        {sheets.map((each) => (
          <ul
            key={each[0]?.id}
            className={classes.sheet}
            // Browsers round pages to whole pixels: any excess would get a page of its own.
            style={millimetres({ width, height: height - pixel })}
          >
            {each.map((item, index) => draw(item, sheet, places[index] as Place))}
          </ul>
        ))}
      </div>
    </section>
  )
}
