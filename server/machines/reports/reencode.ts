import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { limits } from '@coinless/contract/limits.ts'
import { fairTurns } from '../../platform/concurrency/fair-turns.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { decodedBytes, exitUnreadable, isTooLarge, photoSize } from './photo-size.ts'

const inTurn = fairTurns({
  atOnce: limits.photosAtOnce,
  waiting: limits.photosWaiting,
  waitingOfOne: limits.photosOfAccountWaiting,
})

const program = fileURLToPath(new URL('./decode-photo.ts', import.meta.url))
const heapMegabytes = 64
const retryAfterSeconds = 5

/** The kernel ends this program first when memory runs out, and the limits hold for whatever a file does to a decoder. */
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
 * The picture alone, upright, as a JPEG of bounded size: place, time and camera are gone. Of an animation the first
 * frame.
 * @param sender networks, widest first, and the account: they take turns
 * @param check what refuses the report without its pixels, before it waits
 * @param begin its turn has come
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
 * Decodes in a program of its own: what breaks it is answered, and leaves the server alone.
 * @throws Refusal photo_unreadable; too_busy when the machine gave it no time
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
  // What ends before it has read everything closes the pipe.
  child.stdin?.on('error', () => {})
  child.stdin?.end(sent)
  return promise
}

/** By a limit, or by its own fault: a shell in between tells the signal as a number above 128. */
function wasKilled({ signal, code }: { signal?: string | null; code?: string | number | null }) {
  return Boolean(signal) || (typeof code === 'number' && code > 128)
}
