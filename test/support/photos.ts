import { crc32, deflateSync } from 'node:zlib'
import { limits } from '@coinless/contract/limits.ts'
import sharp from 'sharp'

/** A PNG of one pixel in base64. */
export const smallPhoto =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** A JPEG, red on the left and blue on the right. */
export function picture({ width = 200, height = 100 } = {}) {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const, background: '#f00' }
  return sharp({ create: { ...half, width, background: '#00f' } }).composite([
    { input: { create: half }, gravity: 'west' },
  ])
}

/** As taken by a phone: rotated by metadata, and with the location. */
export function phonePhoto(): Promise<Buffer> {
  return picture()
    .withExif({ IFD0: { Make: 'Phone of Ana' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

const pngSamples = { gray: 1, rgb: 3, rgba: 4 }
const pngColors = { gray: 0, rgb: 2, rgba: 6 }

/** A tiny file that decodes to a huge image. Interlaced files are truncated. */
export function pngBomb(
  width: number,
  height = width,
  { depth = 1, color = 'gray' as keyof typeof pngColors, isInterlaced = false } = {},
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = depth
  header[9] = pngColors[color]
  header[12] = isInterlaced ? 1 : 0
  const row = 1 + Math.ceil((width * depth * pngSamples[color]) / 8)
  const pixels = deflateSync(Buffer.alloc(height * row))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    pngPart('IHDR', header),
    pngPart('IDAT', pixels),
    pngPart('IEND', Buffer.alloc(0)),
  ])
}

/** The accepted photo that decodes to the most bytes. */
export const heaviestPhoto = () =>
  pngBomb(Math.floor(Math.sqrt(limits.photoDecodedBytes / 4)), undefined, {
    depth: 8,
    color: 'rgba',
  })

function pngPart(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** Noise, the worst case for compression. */
export function noise(side: number) {
  const pixels = crypto.getRandomValues.bind(crypto)
  const bytes = Buffer.alloc(side * side * 3)
  for (let at = 0; at < bytes.length; at += 65_536) pixels(bytes.subarray(at, at + 65_536))
  return sharp(bytes, { raw: { width: side, height: side, channels: 3 } })
}
