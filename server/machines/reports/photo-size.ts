import { limits } from '@coinless/contract/limits.ts'

export interface PhotoSize {
  width: number
  height: number
  /** As decoded, before resizing. */
  bytesPerPixel: number
}

/** Exit code of decode-photo.ts for a photo that cannot be read. */
export const exitUnreadable = 3

const readers = [
  { beginning: /^\xff\xd8\xff/, read: sizeOfJpeg },
  { beginning: /^\x89PNG[\s\S]{8}IHDR/, read: sizeOfPng },
  { beginning: /^RIFF[\s\S]{4}WEBP/, read: sizeOfWebp },
]
const beginningBytes = 16

/**
 * Reads only the header: decodes nothing, and takes the same time whatever the file claims.
 * @returns undefined for anything but a JPEG, PNG or WebP
 */
export function photoSize(photo: Buffer): PhotoSize | undefined {
  const beginning = photo.toString('latin1', 0, beginningBytes)
  try {
    return readers.find((each) => each.beginning.test(beginning))?.read(photo)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Decoders hold whole rows of any width, and the whole picture if it is interlaced or rotated. */
export function isTooLarge(size: PhotoSize): boolean {
  const { width, height } = size
  return (
    Math.max(width, height) > limits.photoSentSide ||
    width * height > limits.photoPixels ||
    decodedBytes(size) > limits.photoDecodedBytes
  )
}

export function decodedBytes({ width, height, bytesPerPixel }: PhotoSize): number {
  return width * height * bytesPerPixel
}

/** Samples per pixel by color type. A palette becomes red, green, blue and alpha. */
const pngSamples: Record<number, number> = { 0: 2, 2: 4, 3: 4, 4: 2, 6: 4 }

function sizeOfPng(photo: Buffer): PhotoSize | undefined {
  const samples = pngSamples[photo.readUInt8(25)]
  if (samples === undefined) return undefined
  const bytesPerSample = photo.readUInt8(24) > 8 ? 2 : 1
  return {
    width: photo.readUInt32BE(16),
    height: photo.readUInt32BE(20),
    bytesPerPixel: samples * bytesPerSample,
  }
}

const frameMarkers = new Set([
  ...[0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7],
  ...[0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf],
])

/** Follows the segments up to the one that describes the frame. */
function sizeOfJpeg(photo: Buffer): PhotoSize | undefined {
  let at = 2
  while (photo.readUInt8(at) === 0xff) {
    const marker = photo.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    const segment = at + 2
    if (frameMarkers.has(marker)) {
      return {
        height: photo.readUInt16BE(segment + 3),
        width: photo.readUInt16BE(segment + 5),
        bytesPerPixel: photo.readUInt8(segment + 7),
      }
    }
    at = segment + Math.max(2, photo.readUInt16BE(segment))
  }
  return undefined
}

/** For an animation, the size of the canvas that each frame is drawn on. */
function sizeOfWebp(photo: Buffer): PhotoSize | undefined {
  const bytesPerPixel = 4
  const kind = photo.toString('latin1', 12, 16)
  if (kind === 'VP8 ') {
    const [width, height] = [photo.readUInt16LE(26), photo.readUInt16LE(28)]
    return { width: width & 0x3fff, height: height & 0x3fff, bytesPerPixel }
  }
  if (kind === 'VP8L') {
    const bits = photo.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, bytesPerPixel }
  }
  if (kind === 'VP8X') {
    return {
      width: photo.readUIntLE(24, 3) + 1,
      height: photo.readUIntLE(27, 3) + 1,
      bytesPerPixel,
    }
  }
  return undefined
}
