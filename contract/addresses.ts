/** What a domain may be made of before the browser's own rules judge it: no port, path or user. */
const domainText = /^[\p{L}\p{M}\p{N}\-.。]+$/u

/**
 * An email address with its domain as the Internet has it: 'ann@münchen.example' is kept, compared and mailed to as
 * 'ann@xn--mnchen-3ya.example'. Two domains that look alike stay two. Any other text stays as it is.
 */
export function asciiAddress(address: string): string {
  const [, name, domain = ''] = /^([^@]*@)([^@]+)$/.exec(address) ?? []
  const isAscii = /^[\0-\x7f]*$/.test(domain)
  if (name === undefined || isAscii || !domainText.test(domain)) return address
  const url = `http://${domain}`
  return URL.canParse(url) ? name + new URL(url).hostname : address
}

/** The same as people write it. Domains in letters that are taken for Latin ones stay as they are kept. */
export function shownAddress(address: string): string {
  if (!address.includes('xn--')) return address
  const [name, domain = ''] = address.split('@')
  const shown = `${name}@${domain.replace(/(?<=^|\.)xn--[a-z0-9-]+/g, shownLabel)}`
  return asciiAddress(shown) === address ? shown : address
}

const mistakable = /[^\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{N}-]/u

function shownLabel(label: string): string {
  const text = fromPunycode(label.slice('xn--'.length))
  return text === undefined || mistakable.test(text) ? label : text
}

const [base, tMin, tMax, skew, damp, firstBias, firstCode] = [36, 1, 26, 38, 700, 72, 128]

/** RFC 3492. @returns undefined for what is none */
function fromPunycode(text: string): string | undefined {
  const end = text.lastIndexOf('-')
  const letters = [...text.slice(0, Math.max(end, 0))]
  let [code, place, bias] = [firstCode, 0, firstBias]
  let at = end + 1
  while (at < text.length) {
    const before = place
    let [weight, threshold] = [1, 0]
    for (let k = base; ; k += base) {
      const digit = digitOf(text[at++])
      if (digit === undefined) return undefined
      place += digit * weight
      threshold = Math.min(Math.max(k - bias, tMin), tMax)
      if (digit < threshold) break
      weight *= base - threshold
    }
    const count = letters.length + 1
    bias = adapted(place - before, count, before === 0)
    code += Math.floor(place / count)
    if (code > 0x10ffff) return undefined
    letters.splice(place % count, 0, String.fromCodePoint(code))
    place = (place % count) + 1
  }
  return letters.join('')
}

/** Of 'a' to 'z', then '0' to '9'. */
function digitOf(letter: string | undefined): number | undefined {
  const digit = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(letter || ' ')
  return digit < 0 ? undefined : digit
}

function adapted(distance: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(distance / (isFirst ? damp : 2))
  rest += Math.floor(rest / count)
  let k = 0
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin))
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew))
}
