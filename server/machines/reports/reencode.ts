import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { limits } from '@coinless/contract/limits.ts'
import { fairQueue } from '../../platform/concurrency/fair-queue.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { decodedBytes, exitUnreadable, isTooLarge, photoSize } from './photo-size.ts'

const inTurn = fairQueue({
  atOnce: limits.photosAtOnce,
  waiting: limits.photosWaiting,
  waitingOfOne: limits.photosOfAccountWaiting,
})

const program = fileURLToPath(new URL('./decode-photo.ts', import.meta.url))
const heapMegabytes = 64
const retryAfterSeconds = 5

/** When memory runs out, the kernel kills this program first. The limits hold whatever a file does to a decoder. */
const limited = `echo 1000 2>/dev/null >/proc/self/oom_score_adj
ulimit -d "$1"
ulimit -t "$2"
shift 2
exec "$@"`

/** @throws Refusal photo_unreadable, photo_has_too_many_pixels */
function costOf(sent: Buffer): number {
  const size = photoSize(sent)
  if (!size) throw new Refusal('photo_unreadable')
  if (isTooLarge(size)) throw new Refusal('photo_has_too_many_pixels')
  return decodedBytes(size)
}

/**
 * Returns only the picture, as an upright JPEG of bounded size without place, time and camera. For an animation, the
 * first frame.
 * @param sender networks, widest first, and the account, which share the queue fairly
 * @param check refuses the report by all except its pixels, before the photo waits
 * @param begin called when decoding starts
 * @throws Refusal photo_unreadable, photo_has_too_many_pixels, too_busy
 */
export async function reencoded(
  sent: Buffer,
  {
    sender,
    check,
    begin,
  }: { sender: string[]; check: () => Promise<void>; begin: () => Promise<void> },
): Promise<Buffer> {
  const cost = costOf(sent)
  await check()
  return inTurn({ groups: sender, cost }, async () => {
    await begin()
    return decoded(sent)
  })
}

/**
 * Decodes in a separate process, so that a photo that crashes it is refused and the server is not affected.
 * @throws Refusal photo_unreadable; too_busy if the time limit has passed
 */
export function decoded(sent: Buffer, kib: number = limits.photoDecoderKib): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const node = [process.execPath, `--max-old-space-size=${heapMegabytes}`, program]
  const child = execFile(
    '/bin/sh',
    ['-c', limited, 'sh', `${kib}`, `${limits.photoCpuSeconds}`, ...node],
    {
      // The server's environment holds secrets.
      env: {},
      encoding: 'buffer',
      timeout: limits.photoSeconds * 1000,
      killSignal: 'SIGKILL',
      maxBuffer: limits.photoKeptBytes,
    },
    (error, kept) => {
      if (!error) resolve(kept)
      else if (error.killed) reject(new Refusal('too_busy', { seconds: retryAfterSeconds }))
      else if (error.code === exitUnreadable || wasKilled(error)) {
        reject(Object.assign(new Refusal('photo_unreadable'), { cause: error }))
      } else reject(error)
    },
  )
  // A process that ends before it has read everything closes the pipe.
  child.stdin?.on('error', () => {})
  child.stdin?.end(sent)
  return promise
}

/** Whether a limit or a crash killed it: the shell in between reports the signal as an exit code above 128. */
function wasKilled({ signal, code }: { signal?: string | null; code?: string | number | null }) {
  return Boolean(signal) || (typeof code === 'number' && code > 128)
}
