import { advanceOf, capitalHeight } from './glyphs.ts'

/** For characters that the app does not draw. */
export const typeface = 'Arial, Helvetica, "Liberation Sans", sans-serif'

/** Relative to the font size, for any font. */
export const capital = 0.716
export const lineHeight = 1.15
/** Distance from the top of a line. */
export const baseline = 0.93
/** Ratio between one tried size and the next. */
const smaller = 0.96
/** A word that would have to be smaller than this share of one line breaks instead. */
const leastShrunk = 0.4

interface Room {
  width: number
  height: number
}

interface Fitted {
  /** Font size, in the unit of the space. */
  size: number
  lines: string[]
}

/** The largest size at which a text fits its space, in one or more lines. Independent of fonts. */
export function fitted(text: string, { width, height }: Room): Fitted {
  const full = height / lineHeight
  const unbroken = width / (Math.max(...text.split(' ').map(widthOf)) * 1.000_001)
  let size = unbroken < full * leastShrunk ? full : Math.min(full, unbroken)
  let lines = linesOf(text, width / size)
  while (size > 0.1 && lines.length * lineHeight * size > height * 1.000_001) {
    size *= smaller
    lines = linesOf(text, width / size)
  }
  return { size, lines }
}

/** Width relative to the font size. */
export function widthOf(text: string): number {
  return [...text.normalize('NFC')].reduce((sum, character) => sum + widthOfOne(character), 0)
}

/** A word wider than a line breaks where the line is full. */
function linesOf(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word
    if (widthOf(longer) <= width) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const character of word) {
      if (line && widthOf(line + character) > width) {
        lines.push(line)
        line = ''
      }
      line += character
    }
  }
  return [...lines, line]
}

const narrow = /[fijlrtI'’.,:;!|()[\]]/
const wide = /[mwMW@%&…—]/

function widthOfOne(character: string): number {
  const [base = character] = character.normalize('NFD')
  const own = advanceOf(base)
  if (own !== undefined) return (own / capitalHeight) * capital
  if (narrow.test(base)) return 0.34
  if (wide.test(base)) return 0.9
  return base < '\u0250' ? 0.58 : 1
}
