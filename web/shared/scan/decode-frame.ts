import decodeQR from 'qr/decode.js'

/** In pixels: enough for a sticker that fills a quarter of the frame. */
const longestSide = 800
const canvas = document.createElement('canvas')

export async function decodeFrame(video: HTMLVideoElement): Promise<string | undefined> {
  const { videoWidth, videoHeight } = video
  const scale = Math.min(1, longestSide / Math.max(videoWidth, videoHeight))
  const [width, height] = [videoWidth, videoHeight].map((side) => Math.round(side * scale)) as [
    number,
    number,
  ]
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.drawImage(video, 0, 0, width, height)
  try {
    return decodeQR(context.getImageData(0, 0, width, height))
  } catch {
    // Most frames have no QR code.
    return undefined
  }
}
