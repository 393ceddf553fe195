import { inflateSync } from 'node:zlib'
import decodeQR from 'qr/decode.js'

const pointMm = 25.4 / 72

/** A QR code on a printed page with its quiet zone, in millimeters from the top left of the page. */
interface PrintedCode {
  left: number
  top: number
  size: number
  says: string
}

interface PrintedPage {
  width: number
  height: number
  codes: PrintedCode[]
}

/** What Chromium draws on each page, read from the PDF. */
export function pagesOf(pdf: Buffer): PrintedPage[] {
  const text = pdf.toString('latin1')
  const boxes = text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)
  const drawn = drawingsOf(pdf, text)
  return [...boxes].map(([, width, height], index) => ({
    width: Number(width) * pointMm,
    height: Number(height) * pointMm,
    codes: codesOf(drawn[index] ?? ''),
  }))
}

/** The drawing operators of each page, which begin with the size of the unit in points. */
function drawingsOf(pdf: Buffer, text: string): string[] {
  return [...text.matchAll(/\/FlateDecode[^>]*>>\s*stream\r?\n/g)]
    .map(({ 0: head, index }) => {
      try {
        return inflateSync(pdf.subarray(index + head.length)).toString('latin1')
      } catch {
        return ''
      }
    })
    .filter((drawing) => firstUnit.test(drawing))
}

const firstUnit = /^([\d.]+) 0 0 -[\d.]+ 0 [\d.]+ cm\n/
/** A white square of a number of modules, then the dark ones. */
const code =
  /([\d.]+) 0 0 \1 ([\d.]+) ([\d.]+) cm\n(?:.*(?:rg|gs)\n)*0 0 (\d+) \4 re\nf\n(?:.*(?:rg|gs)\n)*((?:\d+ \d+ [ml]\n|h\n)+)f/g

function codesOf(drawing: string): PrintedCode[] {
  const unit = Number(firstUnit.exec(drawing)?.[1]) * pointMm
  return [...drawing.matchAll(code)].map(([, scale, left, top, modules, dark = '']) => ({
    left: Number(left) * unit,
    top: Number(top) * unit,
    size: Number(scale) * Number(modules) * unit,
    says: decoded(Number(modules), dark),
  }))
}

const pixelsPerModule = 4

function decoded(modules: number, dark: string): string {
  const width = modules * pixelsPerModule
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, from, row, to] of dark.matchAll(/(\d+) (\d+) m\n(\d+) \2 l\n/g)) {
    for (let y = 0; y < pixelsPerModule; y++) {
      const line = (Number(row) * pixelsPerModule + y) * width
      for (let x = Number(from) * pixelsPerModule; x < Number(to) * pixelsPerModule; x++) {
        data.fill(0, (line + x) * 4, (line + x) * 4 + 3)
      }
    }
  }
  return decodeQR({ width, height: width, data })
}
