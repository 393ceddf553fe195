/** Known push services. A browser names one, and the server calls it. */
const known = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^[\w-]+(\.[\w-]+)*\.notify\.windows\.com$/,
  /^([\w-]+\.)*push\.apple\.com$/,
]

/** @param more origins from a setting */
export function isPushService(endpoint: string, more: readonly string[]): boolean {
  const url = URL.parse(endpoint)
  if (url?.protocol !== 'https:' || url.username || url.password) return false
  if (more.includes(url.origin)) return true
  return url.port === '' && known.some((host) => host.test(url.hostname))
}
