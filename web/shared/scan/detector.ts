/** Reads the QR code in the current frame of a video, if there is one. */
export type Detect = (video: HTMLVideoElement) => Promise<string | undefined>

/** Not in TypeScript's own types. */
interface NativeDetector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
interface NativeDetectors {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats: () => Promise<string[]>
}

/** The browser's own detector, or a library where it has none. */
export async function loadDetector(): Promise<Detect> {
  const native = await nativeDetector().catch(() => undefined)
  if (!native) return (await import('./decode-frame.ts')).decodeFrame
  return async (video) => {
    const [found] = await native.detect(video)
    return found?.rawValue
  }
}

async function nativeDetector(): Promise<NativeDetector | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: NativeDetectors }
  const formats = await BarcodeDetector?.getSupportedFormats()
  if (!BarcodeDetector || !formats?.includes('qr_code')) return undefined
  return new BarcodeDetector({ formats: ['qr_code'] })
}
