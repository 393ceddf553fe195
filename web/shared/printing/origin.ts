/** Origin of printed links: the server's PUBLIC_URL, otherwise the origin of this page. */
export function printedOrigin({ origin }: { origin: string | null }): string {
  return origin ?? location.origin
}

/** A link as people type it. */
export function typed(link: string): string {
  return link.replace(/^https?:\/\//, '')
}
