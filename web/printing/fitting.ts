/** Of the letters on stickers: the same on every machine that prints, as far as it has them. */
export const typeface = 'Arial, Helvetica, "Liberation Sans", sans-serif'

/** A line is so much higher than its letters. */
const lineHeight = 1.15
/** From one size that is tried to the next. */
const smaller = 0.96
const rounding = 1e-6
const measuredPx = 100

interface Room {
  width: number
  height: number
}

/** The largest size of letters, in the unit of the room, in which a text fits into it, in one line or more. */
export function fittingSize(text: string, { width, height }: Room, weight: 400 | 700): number {
  const words = text.split(' ').map((word) => widthOf(word, weight))
  const space = widthOf(' ', weight)
  let size = height / lineHeight
  while (
    size > 0.1 &&
    linesOf(words, space, width / size) > height / lineHeight / size + rounding
  ) {
    size *= smaller
  }
  return size
}

/** All lengths in the size of the letters. A word that is wider than a line is broken where the line is full. */
function linesOf(words: number[], space: number, width: number): number {
  const widest = 1
  if (width <= widest) return words.length > 1 || (words[0] ?? 0) > width ? Infinity : 1
  let lines = 1
  let filled = 0
  for (const word of words) {
    const isFirst = filled === 0
    if (!isFirst && filled + space + word > width) {
      lines++
      filled = 0
    }
    filled += (filled === 0 ? 0 : space) + word
    if (filled > width) {
      const more = Math.ceil(filled / (width - widest)) - 1
      lines += more
      filled = width
    }
  }
  return lines
}

let drawing: CanvasRenderingContext2D | null | undefined

/** In the size of its letters. */
function widthOf(text: string, weight: 400 | 700): number {
  drawing ??= document.createElement('canvas').getContext('2d')
  if (!drawing) return text.length
  drawing.font = `${weight} ${measuredPx}px ${typeface}`
  // Hinting and another printer's metrics take a little.
  return (drawing.measureText(text).width / measuredPx) * 1.03
}
