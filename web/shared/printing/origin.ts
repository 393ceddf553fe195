/** Origin of printed links: the server's PUBLIC_URL, otherwise the origin of this page. */
export function printedOrigin({ origin }: { origin: string | null }): string {
  return origin ?? location.origin
}
