import { limits } from '@coinless/contract/limits.ts'
import type { Sharp, SharpOptions } from 'sharp'
import { Refusal } from '../refusals/refusal.ts'
import { turns } from '../throttle/turns.ts'

/** How what is taken begins, whatever its name says. Nothing else reaches a decoder. */
const beginnings = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^RIFF[\s\S]{4}WEBP/]
const beginningBytes = 12

/** Decoders of those alone: the library has many more, and guesses which one by the content. */
const loaders = ['Jpeg', 'Png', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`)

/** The first that is small enough is kept; noise fits into the last. */
const sizes = [
  { side: limits.photoSide, quality: 80 },
  { side: limits.photoSide, quality: 50 },
  { side: 1024, quality: 40 },
]

const inTurn = turns({ atOnce: limits.photosAtOnce, waiting: limits.photosWaiting })

/** Loaded with the first photo: most servers that start see none for long. */
let loaded: Promise<typeof import('sharp').default> | undefined

async function load() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/**
 * The picture alone, upright, as a JPEG of bounded size: place, time and camera are gone, and so is whatever hangs on it.
 * Of a moving picture the first frame. It is decoded outside of the thread that answers calls.
 * @throws Refusal photo_unreadable, photo_has_too_many_pixels, too_busy
 */
export async function reencoded(sent: Buffer): Promise<Buffer> {
  const beginning = sent.toString('latin1', 0, beginningBytes)
  if (!beginnings.some((each) => each.test(beginning))) throw new Refusal('photo_unreadable')
  return inTurn(async () => {
    loaded ??= load()
    const sharp = await loaded
    const open = (options?: SharpOptions) => sharp(sent, options)
    await refuseHuge(open({ limitInputPixels: false }))
    for (const size of sizes) {
      const kept = await shrunk(open({ limitInputPixels: limits.photoPixels }), size)
      if (kept.length <= limits.photoKeptBytes) return kept
    }
    throw new Error('a photo is too large at the lowest quality')
  })
}

/** Reads what the file says of itself, and no pixels. */
async function refuseHuge(photo: Sharp): Promise<void> {
  const { width, height } = await photo.metadata().catch(refuseUnreadable)
  if (width * height > limits.photoPixels) throw new Refusal('photo_has_too_many_pixels')
}

function shrunk(photo: Sharp, { side, quality }: (typeof sizes)[number]): Promise<Buffer> {
  return photo
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .jpeg({ quality })
    .timeout({ seconds: limits.photoSeconds })
    .toBuffer()
    .catch(refuseUnreadable)
}

function refuseUnreadable(cause: Error): never {
  throw Object.assign(new Refusal('photo_unreadable'), { cause })
}
