import type { Sticker as Facts } from '@coinless/contract/devices.ts'
import type { CSSProperties } from 'react'
import { t } from '../texts/texts.ts'
import { type Paper, type PaperName, papers, placeOf } from './papers.ts'
import { millimetres, Sticker } from './Sticker.tsx'
import classes from './Stickers.module.css'

/** In millimetres, rounded up. */
const pixel = 0.3

interface SheetsProps {
  stickers: Facts[]
  origin: string
  paper: PaperName
}

/** What is printed, and on the screen a preview of it. */
export function Sheets({ stickers, origin, paper }: SheetsProps) {
  const sheet: Paper = papers[paper]
  const { width, height, columns, rows } = sheet
  const perSheet = columns * rows
  const sheets = Array.from({ length: Math.ceil(stickers.length / perSheet) }, (_, index) =>
    stickers.slice(index * perSheet, (index + 1) * perSheet),
  )
  return (
    <section className={classes.preview} aria-label={t('stickers.title')}>
      <style>{`@page { size: ${width}mm ${height}mm; margin: 0 }`}</style>
      <div className={classes.sheets} style={{ '--sheet-width': width } as CSSProperties}>
        {sheets.map((each) => (
          <ul
            key={each[0]?.id}
            className={classes.sheet}
            // Browsers make pages of whole pixels: what is left over would get a page of its own.
            style={millimetres({ width, height: height - pixel })}
          >
            {each.map((facts, index) => (
              <Sticker
                key={facts.id}
                facts={facts}
                origin={origin}
                size={sheet.sticker}
                place={placeOf(index, sheet)}
              />
            ))}
          </ul>
        ))}
      </div>
    </section>
  )
}
