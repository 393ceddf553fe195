import type { ComponentProps } from 'react'
import { baseline, capital, fitted, lineHeight, typeface, widthOf } from './fit-text.ts'
import { capitalHeight, drawn, thickness } from './glyphs.ts'
import { millimetres } from './millimetres.ts'
import classes from './Sheets.module.css'

interface LineProps {
  text: string
  width: number
  height: number
  weight: 400 | 700
}

/** Font size in units of the drawing. */
const em = 100

/** A text as large as its space allows. */
export function Line({ text, width, height, weight }: LineProps) {
  const { size, lines } = fitted(text, { width, height })
  const down = lines.length * lineHeight
  const facts = {
    lines,
    text,
    role: 'img',
    viewBox: `0 0 ${(width / size) * em} ${down * em}`,
    style: millimetres({ width, height: down * size }),
  }
  const isDrawn = weight === 700 && drawn(text) !== undefined
  return (
    <span className={classes.line} style={millimetres({ width, height, fontSize: size })}>
      {isDrawn ? <DrawnLines {...facts} /> : <TextLines {...facts} weight={weight} />}
    </span>
  )
}

interface LinesProps extends Omit<ComponentProps<'svg'>, 'children'> {
  text: string
  lines: string[]
}

const scale = (capital * em) / capitalHeight

function DrawnLines({ text, lines, ...svg }: LinesProps) {
  return (
    <svg {...svg}>
      <title>{text}</title>
      {lines.map((line, index) => (
        <path
          key={line}
          d={drawn(line)}
          transform={`translate(0 ${(index * lineHeight + baseline - capital) * em}) scale(${scale})`}
          fill="none"
          stroke="currentColor"
          strokeWidth={thickness}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ))}
    </svg>
  )
}

/** Drawn by a font, but with the app's own width and height. */
function TextLines({ text, lines, weight, ...svg }: LinesProps & { weight: number }) {
  return (
    <svg {...svg} aria-label={text}>
      {lines.map((line, index) => [
        index > 0 && ' ',
        <text
          key={line}
          y={(index * lineHeight + baseline) * em}
          textLength={widthOf(line) * em}
          lengthAdjust="spacingAndGlyphs"
          fontFamily={typeface}
          fontSize={em}
          fontWeight={weight}
          style={{ fontSizeAdjust: `cap-height ${capital}` }}
        >
          {line}
        </text>,
      ])}
    </svg>
  )
}
