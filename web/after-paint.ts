/** Does what no key or tap should wait for, once the screen shows what came of that. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}
