import { limits } from '@coinless/contract/limits.ts'

const quality = 0.8

/**
 * Converts a photo to the server's format, so that less is sent on a bad connection: upright, small, a JPEG. Accepts
 * all formats that this browser can show, even those that the server refuses.
 * @returns base64; undefined if the browser cannot read it as an image
 */
export async function smallerPhoto(file: Blob): Promise<string | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return undefined
  const { width, height } = picture
  const scale = Math.min(1, limits.photoSide / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const drawing = canvas.getContext('2d')
  if (!drawing) return undefined
  // JPEG has no transparency.
  drawing.fillStyle = 'white'
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const prefix = 'data:image/jpeg;base64,'
  const address = canvas.toDataURL('image/jpeg', quality)
  return address.startsWith(prefix) ? address.slice(prefix.length) : undefined
}
