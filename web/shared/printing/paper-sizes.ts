/** Millimetres. The content of a sticker is laid out for its size: see Sticker.tsx and CodeCard.tsx. */
export interface Paper {
  width: number
  height: number
  columns: number
  rows: number
  /** From the edge of the sheet to the first sticker, and between stickers. */
  left: number
  top: number
  gap: number
  sticker: StickerSize
}

export interface StickerSize {
  width: number
  height: number
  /** Margin at each edge: cutting and printing are off by up to half a millimetre. */
  padding: number
  /** Includes the quiet zone that scanners need. */
  qrCode: number
  /** Heights of the lines beside it, and of the address below. */
  deviceNumber: number
  price: number
  /** 0: beside the price. */
  minutes: number
  stickerNumber: number
  /** Instruction for the QR code. 0: omitted. */
  scan: number
  address: number
  hasEdge: boolean
}

const toCutOut: StickerSize = {
  width: 90,
  height: 65,
  padding: 4,
  qrCode: 46,
  deviceNumber: 18,
  price: 9,
  minutes: 6,
  stickerNumber: 7,
  scan: 6,
  address: 5,
  hasEdge: true,
}

export const papers = {
  a4: {
    ...{ width: 210, height: 297, columns: 2, rows: 4, left: 15, top: 18.5, gap: 0 },
    sticker: toCutOut,
  },
  letter: {
    ...{ width: 215.9, height: 279.4, columns: 2, rows: 4, left: 17.95, top: 9.7, gap: 0 },
    sticker: toCutOut,
  },
  a4Labels: {
    ...{ width: 210, height: 297, columns: 3, rows: 8, left: 0, top: 0.5, gap: 0 },
    sticker: {
      ...{ width: 70, height: 37, padding: 4, qrCode: 25, deviceNumber: 11, price: 5 },
      ...{ minutes: 4, stickerNumber: 5, scan: 0, address: 3.5, hasEdge: false },
    },
  },
  letterLabels: {
    ...{ width: 215.9, height: 279.4, columns: 3, rows: 10, left: 4.7625, top: 12.7, gap: 3.175 },
    sticker: {
      ...{ width: 66.675, height: 25.4, padding: 1.7, qrCode: 19, deviceNumber: 11, price: 4 },
      ...{ minutes: 0, stickerNumber: 4, scan: 0, address: 2.7, hasEdge: false },
    },
  },
  roll80: {
    ...{ width: 80, height: 50, columns: 1, rows: 1, left: 0, top: 0, gap: 0 },
    sticker: {
      ...{ width: 80, height: 50, padding: 4, qrCode: 36, deviceNumber: 14, price: 8 },
      ...{ minutes: 5, stickerNumber: 6, scan: 5, address: 4, hasEdge: false },
    },
  },
  roll: {
    ...{ width: 62, height: 40, columns: 1, rows: 1, left: 0, top: 0, gap: 0 },
    sticker: {
      ...{ width: 62, height: 40, padding: 3, qrCode: 29, deviceNumber: 11, price: 6 },
      ...{ minutes: 5, stickerNumber: 5, scan: 0, address: 3.5, hasEdge: false },
    },
  },
} satisfies Record<string, Paper>

export type PaperName = keyof typeof papers
export const paperNames = Object.keys(papers) as PaperName[]

/** The paper named in an address; otherwise the first. */
export function paperNamed(name: string | null): PaperName {
  return paperNames.find((each) => each === name) ?? 'a4'
}

export type Place = { left: number; top: number }

/** Position of a sticker on a sheet, counted in rows from the top left. */
export function placeOf(index: number, { columns, left, top, gap, sticker }: Paper): Place {
  const row = Math.floor(index / columns)
  const column = index % columns
  return { left: left + column * (sticker.width + gap), top: top + row * sticker.height }
}
