/**
 * The servers that an address names, each with an address of its own: of
 * `postgres://user:password@a:5432,b:5432/name` there are two. The driver itself knows one only.
 */
export function addressesOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] =
    /^([a-z]+:\/\/(?:.*@)?)([^/?@]*)(.*)$/.exec(url) ?? []
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/** As whom an address signs in. */
export function userOf(url: string): string {
  return new URL(addressesOf(url)[0] ?? url).username
}

export function isPostgresUrl(value: string): boolean {
  return addressesOf(value).every((address) =>
    /^postgres(ql)?:$/.test(URL.parse(address)?.protocol ?? ''),
  )
}

export function isSmtpUrl(value: string): boolean {
  return /^smtps?:$/.test(URL.parse(value)?.protocol ?? '')
}

export function isMqttUrl(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && /^mqtts?:$/.test(url.protocol) && url.hostname !== ''
}

export function isOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.parse(value)?.origin === value
}

export function commaSeparated(value: string): string[] {
  return value.split(',').map((part) => part.trim())
}
