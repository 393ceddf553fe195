/** Passes text through and counts its lines. */
export function counting(total: number, onProgress: (share: number) => void) {
  const newline = 10
  let lines = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(part, next) {
      for (const byte of part) if (byte === newline) lines++
      onProgress(Math.min(1, lines / Math.max(total, 1)))
      next.enqueue(part)
    },
  })
}
