/**
 * The servers that an address names, each with an address of its own: of
 * `postgres://user:password@a:5432,b:5432/name` there are two. The driver itself knows one only.
 */
export function addressesOf(url: string): string[] {
  const [scheme] = /^[a-z]+:\/\//.exec(url) ?? []
  if (!scheme) return ['']
  const start = Math.max(url.lastIndexOf('@') + 1, scheme.length)
  const [hosts = ''] = /^[^/?]*/.exec(url.slice(start)) ?? []
  const [before, after] = [url.slice(0, start), url.slice(start + hosts.length)]
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/** As whom an address signs in. */
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
 * Empty for what is no address. Nor is one whose password holds a / ? or # as it is: with digits before it they would be
 * taken for the port, and the user for the host, which errors name.
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
