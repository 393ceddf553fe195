/**
 * Splits an address into one per server, because the driver supports only one:
 * `postgres://user:password@a:5432,b:5432/name` names two.
 */
export function addressesOf(url: string): string[] {
  const [scheme] = /^[a-z]+:\/\//.exec(url) ?? []
  if (!scheme) return ['']
  const start = Math.max(url.lastIndexOf('@') + 1, scheme.length)
  const [hosts = ''] = /^[^/?]*/.exec(url.slice(start)) ?? []
  const [before, after] = [url.slice(0, start), url.slice(start + hosts.length)]
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/** User name in an address. */
export function userOf(url: string): string {
  return new URL(addressesOf(url)[0] ?? url).username
}

export function isPostgresUrl(value: string): boolean {
  return addressesOf(value).every((address) => /^postgres(ql)?:$/.test(protocolOf(address)))
}

export function isSmtpUrl(value: string): boolean {
  return /^smtps?:$/.test(protocolOf(value))
}

export function isMqttUrl(value: string): boolean {
  return /^mqtts?:$/.test(protocolOf(value)) && URL.parse(value)?.hostname !== ''
}

/**
 * Protocol of a valid address; otherwise empty. A password with a raw /, ? or # is invalid: digits before it would be
 * read as the port, and the user as the host, which errors name.
 */
function protocolOf(value: string): string {
  const url = URL.parse(value)
  if (!url || /@/.test(url.pathname + url.search + url.hash)) return ''
  return url.protocol
}

export function isOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.parse(value)?.origin === value
}

export function commaSeparated(value: string): string[] {
  return value.split(',').map((part) => part.trim())
}
