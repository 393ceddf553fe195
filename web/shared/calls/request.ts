/** Reads the base address at run time, so that a build can use another server. */
export function addressOf(path: string): string {
  if (path.startsWith('http')) return path
  const meta = document.querySelector<HTMLMetaElement>('meta[name="coinless-api"]')
  return (meta?.content ?? '/api') + path
}

/** @param account that the user works for */
export function headersOf(
  language: string,
  token?: string,
  account?: string,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'accept-language': language,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(account && { 'coinless-account': account }),
  }
}
