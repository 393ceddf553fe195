import { setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { limits } from '@coinless/contract/limits.ts'
import sharp, { type Sharp } from 'sharp'
import { exitUnreadable, isTooLarge } from './photo-size.ts'

/**
 * A separate program: reads a photo from standard input and writes it to standard output as an upright JPEG of bounded
 * size without metadata. reencode.ts limits its memory and its time.
 */

/** Decoders of accepted formats: the library has many more, and chooses by the content. */
const loaders = ['Jpeg', 'Png', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`)

/** The first result that is small enough is kept; even noise fits into the last. */
const sizes = [
  { side: limits.photoSide, quality: 80 },
  { side: limits.photoSide, quality: 50 },
  { side: 1024, quality: 40 },
]

const lowPriority = 5

try {
  setPriority(lowPriority)
} catch {
  // A hardened service may not allow it.
}
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: loaders })
sharp.cache(false)
sharp.concurrency(1)
const sent = await buffer(process.stdin)
const kept = await reencoded().catch(() => undefined)
if (kept) process.stdout.write(kept)
else process.exitCode = exitUnreadable

async function reencoded(): Promise<Buffer> {
  const { width, height, channels, depth } = await sharp(sent, {
    limitInputPixels: limits.photoPixels,
  }).metadata()
  const bytesPerPixel = channels * (depth === 'uchar' ? 1 : 2)
  if (isTooLarge({ width, height, bytesPerPixel })) throw new Error('wrong header')
  for (const size of sizes) {
    const made = await shrunk(sharp(sent, { limitInputPixels: limits.photoPixels }), size)
    if (made.length <= limits.photoKeptBytes) return made
  }
  throw new Error('photo too large at the lowest quality')
}

function shrunk(photo: Sharp, { side, quality }: (typeof sizes)[number]): Promise<Buffer> {
  return photo
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .jpeg({ quality })
    .toBuffer()
}
