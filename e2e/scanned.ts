import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import decodeQR from 'qr/decode.js'
import { hasPackages, installPackages } from './debian.ts'

/** Coarser than any printer. */
const dotsPerInch = 100
const perMillimetre = dotsPerInch / 25.4

/** How a sheet is cut, in millimeters, in rows from the top left. */
export interface Cut {
  left: number
  top: number
  width: number
  height: number
  columns: number
  rows: number
}

export const canScan = (process.env.PATH ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, 'pdftoppm')))

/**
 * The text of each card's QR code, a list for each page of a PDF. Another program renders the PDF, cuts it
 * and scans each card. undefined if nothing is found.
 */
export async function scanned(pdf: Buffer, cut: Cut): Promise<(string | undefined)[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'coinless-scanned-'))
  try {
    const file = join(folder, 'printed.pdf')
    await writeFile(file, pdf)
    const pages = Number(/^Pages:\s+(\d+)$/m.exec(run('pdfinfo', [file]).toString())?.[1])
    return Array.from({ length: pages }, (_, index) => {
      const page = ['-f', String(index + 1), '-l', String(index + 1)]
      const drawn = run('pdftoppm', ['-r', String(dotsPerInch), '-gray', ...page, file])
      return cardsOf(drawn, cut).map(decoded)
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The text of each page, as a reader of PDFs finds and copies it. */
export function textOf(pdf: Buffer): string[] {
  const text = run('pdftotext', ['-layout', '-', '-'], pdf).toString()
  return text.split('\f').slice(0, -1)
}

/** Width and height of the ink within an area of the first page, in millimeters. */
export async function sizeOfInk(pdf: Buffer, area: Omit<Cut, 'columns' | 'rows'>) {
  const folder = await mkdtemp(join(tmpdir(), 'coinless-scanned-'))
  try {
    const file = join(folder, 'printed.pdf')
    await writeFile(file, pdf)
    const { left, top, width, height } = area
    const [x, y, w, h] = [left, top, width, height].map((each) => Math.round(each * fine))
    const cut = ['-x', x, '-y', y, '-W', w, '-H', h].map(String)
    const drawn = run('pdftoppm', ['-r', String(25.4 * fine), '-gray', '-singlefile', ...cut, file])
    const page = drawn.subarray(drawn.length - Number(w) * Number(h))
    const dark = [...page.entries()].filter(([, gray]) => gray < 128).map(([dot]) => dot)
    const span = (of: number[]) => of.length && (Math.max(...of) - Math.min(...of) + 1) / fine
    return {
      width: span(dark.map((dot) => dot % Number(w))),
      height: span(dark.map((dot) => Math.floor(dot / Number(w)))),
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Dots per millimeter for measurements. */
const fine = 20

function run(program: string, given: string[], input?: Buffer): Buffer {
  const { stdout, stderr, status } = spawnSync(program, given, { maxBuffer: 1024 ** 3, input })
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`)
  return stdout
}

interface Picture {
  width: number
  height: number
  /** One byte per dot, from black to white. */
  grays: Buffer
}

function cardsOf(pgm: Buffer, { columns, rows, ...cut }: Cut): Picture[] {
  const head = /^P5\s+(\d+)\s+\d+\s+255\s/.exec(pgm.toString('latin1', 0, 40))
  if (!head) throw new Error('This is no picture in shades of gray.')
  const page = pgm.subarray(head[0].length)
  const [left, top, width, height] = [cut.left, cut.top, cut.width, cut.height].map((each) =>
    Math.round(each * perMillimetre),
  ) as [number, number, number, number]
  return Array.from({ length: columns * rows }, (_, index) => {
    const x = left + (index % columns) * width
    const y = top + Math.floor(index / columns) * height
    const lines = Array.from({ length: height }, (_, line) => {
      const from = (y + line) * Number(head[1]) + x
      return page.subarray(from, from + width)
    })
    return { width, height, grays: Buffer.concat(lines) }
  })
}

function decoded({ width, height, grays }: Picture): string | undefined {
  const data = new Uint8Array(width * height * 4)
  for (const [dot, gray] of grays.entries()) data.set([gray, gray, gray, 255], dot * 4)
  try {
    return decodeQR({ width, height, data })
  } catch {
    return undefined
  }
}

/** As root on Debian from its packages. Elsewhere the tests that need it are skipped. */
function install() {
  if (canScan || !hasPackages || installPackages(['poppler-utils'])) return
  console.log('Tests that read printed cards are left out.')
}

if (import.meta.main) install()
