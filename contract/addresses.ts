/** Characters of a domain before the browser's own rules check it: no port, path or user. */
const domainText = /^[\p{L}\p{M}\p{N}\-.。]+$/u

const latin = /\p{Script=Latin}/u
/** Scripts with letters that look like Latin ones. */
const alike = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u

/**
 * An email address with an ASCII domain: 'ann@münchen.example' is stored, compared and mailed to as
 * 'ann@xn--mnchen-3ya.example'. Domains that look alike stay different; a label of mixed scripts and any other text
 * stay unchanged.
 */
export function asciiAddress(address: string): string {
  const [, name, domain = ''] = /^([^@]*@)([^@]+)$/.exec(address) ?? []
  const isAscii = /^[\0-\x7f]*$/.test(domain)
  if (name === undefined || isAscii || !domainText.test(domain)) return address
  if (domain.split(/[.。]/).some((label) => latin.test(label) && alike.test(label))) return address
  const url = `http://${domain}`
  return URL.canParse(url) ? name + new URL(url).hostname : address
}
