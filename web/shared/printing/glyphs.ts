/**
 * Characters of labels, drawn by the app so that printed sizes do not depend on installed fonts. Each is a stroke of
 * even thickness, with the given width, 100 high, from its top left, in relative SVG commands.
 */
const glyphs: Record<string, [width: number, line: string]> = {
  '0': [60, 'm30 0c20 0 30 18 30 50s-10 50-30 50s-30-18-30-50s10-50 30-50z'],
  '1': [30, 'm0 24l30-24v100'],
  '2': [60, 'm2 26c0-16 12-26 28-26s28 10 28 27c0 15-10 25-22 36l-36 37h60'],
  '3': [60, 'm4 0h52l-28 40c18-2 32 10 32 29c0 19-12 31-31 31c-15 0-25-7-29-20'],
  '4': [64, 'm48 100v-100l-48 70h64'],
  '5': [60, 'm54 0h-46l-4 46c8-7 16-9 25-9c19 0 31 12 31 31c0 20-12 32-31 32c-15 0-25-7-29-20'],
  '6': [60, 'm50 0c-26 14-50 36-50 68c0 20 12 32 30 32s30-12 30-31s-12-31-30-31s-28 12-30 30'],
  '7': [58, 'm0 0h58l-38 100'],
  '8': [
    60,
    'm30 46c-16 0-26-9-26-23s10-23 26-23s26 9 26 23s-10 23-26 23c-18 0-30 11-30 27s12 27 30 27s30-11 30-27s-12-27-30-27z',
  ],
  '9': [60, 'm10 100c26-14 50-36 50-68c0-20-12-32-30-32s-30 12-30 31s12 31 30 31s28-12 30-30'],
  A: [68, 'm0 100l34-100l34 100m-54-36h40'],
  B: [60, 'm34 46h-34v-46h34c14 0 23 9 23 23s-9 23-23 23c16 0 26 10 26 27s-10 27-26 27h-34v-54'],
  C: [62, 'm62 22c-6-14-17-22-29-22c-20 0-33 20-33 50s13 50 33 50c12 0 23-8 29-22'],
  D: [64, 'm0 0h26c24 0 38 18 38 50s-14 50-38 50h-26z'],
  E: [54, 'm54 0h-54v100h54m-54-52h46'],
  F: [52, 'm52 0h-52v100m0-51h45'],
  G: [64, 'm62 20c-6-13-16-20-29-20c-20 0-33 20-33 50s13 50 33 50c13 0 25-7 31-16v-30h-26'],
  H: [62, 'm0 0v100m62-100v100m-62-52h62'],
  I: [0, 'm0 0v100'],
  J: [44, 'm44 0v70c0 20-8 30-22 30s-22-10-22-26'],
  K: [62, 'm0 0v100m58-100l-58 62m24-24l38 62'],
  L: [50, 'm0 0v100h50'],
  M: [80, 'm0 100v-100l40 78l40-78v100'],
  N: [62, 'm0 100v-100l62 100v-100'],
  O: [74, 'm37 0c23 0 37 20 37 50s-14 50-37 50s-37-20-37-50s14-50 37-50z'],
  P: [58, 'm0 100v-100h32c16 0 26 10 26 28s-10 28-26 28h-32'],
  Q: [74, 'm37 0c23 0 37 20 37 50s-14 50-37 50s-37-20-37-50s14-50 37-50zm11 70l26 30'],
  R: [60, 'm0 100v-100h32c16 0 26 10 26 28s-10 28-26 28h-32m32 0l28 44'],
  S: [
    60,
    'm57 20c-5-13-14-20-27-20c-16 0-26 9-26 24c0 36 56 14 56 50c0 16-12 26-29 26c-16 0-26-8-31-22',
  ],
  T: [64, 'm0 0h64m-32 0v100'],
  U: [62, 'm0 0v66c0 22 12 34 31 34s31-12 31-34v-66'],
  V: [68, 'm0 0l34 100l34-100'],
  W: [98, 'm0 0l24 100l25-86l25 86l24-100'],
  X: [62, 'm0 0l62 100m0-100l-62 100'],
  Y: [66, 'm0 0l33 52l33-52m-33 52v48'],
  Z: [60, 'm0 0h60l-60 100h60'],
  '-': [32, 'm0 56h32'],
  '.': [0, 'm0 100h0'],
  ',': [8, 'm8 98l-8 20'],
  ':': [0, 'm0 36h0m0 64h0'],
  '/': [42, 'm42 0l-42 100'],
  '·': [0, 'm0 54h0'],
  '#': [62, 'm22 0l-10 100m38-100l-10 100m-36-66h58m-62 34h58'],
  '+': [56, 'm28 28v56m-28-28h56'],
  $: [
    60,
    'm57 22c-5-12-14-18-27-18c-16 0-26 8-26 22c0 34 56 12 56 47c0 14-12 23-29 23c-16 0-26-7-31-20m30-88v124',
  ],
  '€': [
    66,
    'm66 20c-6-12-15-20-25-20c-18 0-29 20-29 50s11 50 29 50c10 0 19-8 25-20m-66-42h48m-48 24h44',
  ],
  ' ': [14, ''],
}

/** In the same unit. Strokes have round ends, which extend by half the thickness. */
export const thickness = 18
export const capitalHeight = 100 + thickness
const gap = 14

/** @returns undefined for a character that only a font has */
export function advanceOf(character: string): number | undefined {
  const width = glyphs[character]?.[0]
  return width === undefined ? undefined : width + thickness + gap
}

/** @returns undefined if a font must draw one of the characters */
export function drawn(text: string): string | undefined {
  let line = ''
  let left = thickness / 2
  for (const character of text) {
    const glyph = glyphs[character]
    if (!glyph) return undefined
    line += `M${left} ${thickness / 2}${glyph[1]}`
    left += glyph[0] + thickness + gap
  }
  return line
}
