/** Where printed codes lead: the server's PUBLIC_URL, or else where this page was opened. */
export function printedOrigin({ origin }: { origin: string | null }): string {
  return origin ?? location.origin
}
