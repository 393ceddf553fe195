/** What a domain may be made of before the browser's own rules judge it: no port, path or user. */
const domainText = /^[\p{L}\p{M}\p{N}\-.。]+$/u

const latin = /\p{Script=Latin}/u
/** Scripts with letters that are taken for Latin ones. */
const alike = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u

/**
 * An email address with its domain as the Internet has it: 'ann@münchen.example' is kept, compared and mailed to as
 * 'ann@xn--mnchen-3ya.example'. Two domains that look alike stay two, and a label
 * of mixed scripts makes none. Any other text stays as it is.
 */
export function asciiAddress(address: string): string {
  const [, name, domain = ''] = /^([^@]*@)([^@]+)$/.exec(address) ?? []
  const isAscii = /^[\0-\x7f]*$/.test(domain)
  if (name === undefined || isAscii || !domainText.test(domain)) return address
  if (domain.split(/[.。]/).some((label) => latin.test(label) && alike.test(label))) return address
  const url = `http://${domain}`
  return URL.canParse(url) ? name + new URL(url).hostname : address
}
