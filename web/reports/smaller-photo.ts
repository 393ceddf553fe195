import { limits } from '@coinless/contract/limits.ts'

const quality = 0.8

/**
 * What the server would make of it anyway, so that little is sent by a bad connection: upright, small, a JPEG. Whatever
 * this browser can show is taken, also what the server would not.
 * @returns base64; undefined when the browser cannot read it as a picture
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
  // A JPEG has nothing that shines through.
  drawing.fillStyle = 'white'
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const prefix = 'data:image/jpeg;base64,'
  const address = canvas.toDataURL('image/jpeg', quality)
  return address.startsWith(prefix) ? address.slice(prefix.length) : undefined
}
