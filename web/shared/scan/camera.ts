import { awaited } from '../loading/own-code.ts'
import { loadDetector } from './detector.ts'
import type { Scanned } from './scanned.ts'

export type CameraProblem = 'insecure' | 'missing' | 'denied' | 'busy'

interface Watch {
  camera: Scanned['camera']
  /** Stops the camera. */
  signal: AbortSignal
  /** The preview runs. */
  onLive: () => void
  onText: (text: string) => void
  onProblem: (problem: CameraProblem) => void
}

/** Between two frames that are searched. */
const frameMs = 120

/** Shows a camera in a video and reports the QR codes it sees, until the signal. */
export async function watchCamera(video: HTMLVideoElement, watch: Watch): Promise<void> {
  const { camera, signal, onLive, onText, onProblem } = watch
  try {
    const [stream, detect] = await Promise.all([
      openCamera(camera, signal, onProblem),
      awaited(loadDetector),
    ])
    if (signal.aborted) return
    video.srcObject = stream
    await video.play()
    onLive()
    while (!signal.aborted) {
      const text = video.readyState >= video.HAVE_CURRENT_DATA ? await detect(video) : undefined
      if (text && !signal.aborted) onText(text)
      await new Promise((resolve) => setTimeout(resolve, frameMs))
    }
  } catch (error) {
    if (!signal.aborted) onProblem(problemOf(error))
  }
}

async function openCamera(
  facingMode: Scanned['camera'],
  signal: AbortSignal,
  onProblem: Watch['onProblem'],
) {
  // Browsers hide the camera from pages without HTTPS.
  if (!isSecureContext) throw new DOMException('', 'InsecureError')
  if (!navigator.mediaDevices) throw new DOMException('', 'NotFoundError')
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode, width: { ideal: 1280 }, height: { ideal: 720 } },
    audio: false,
  })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  // Not fired by our own stop.
  for (const track of stream.getTracks()) {
    track.addEventListener('ended', () => onProblem('busy'), { signal })
  }
  return stream
}

function problemOf(error: unknown): CameraProblem {
  switch (error instanceof DOMException ? error.name : '') {
    case 'InsecureError':
      return 'insecure'
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied'
    case 'NotFoundError':
    case 'NotSupportedError':
    case 'OverconstrainedError':
      return 'missing'
    default:
      return 'busy'
  }
}
