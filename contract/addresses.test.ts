import { domainToASCII, domainToUnicode } from 'node:url'
import { expect, test } from 'vitest'
import { asciiAddress, shownAddress } from './addresses.ts'
import { email } from './fields.ts'
import { limits } from './limits.ts'

const domains = [
  ...['münchen.example', 'straße.example', 'café.bücher.example', 'łódź.example', 'ñandú.es'],
  ...['例え.example', 'ファッション.example', 'a-ü-b.example', 'œuvre.example', 'güngör.com.tr'],
]

test.each(domains)('%s is kept in ASCII and shown as it is written', (domain) => {
  const kept = email.parse(` Ann@${domain.toUpperCase()} `)
  expect(kept).toMatch(/^[\0-\x7f]+$/)
  expect(email.parse(`ann@${domain.normalize('NFD')}`)).toBe(email.parse(`ann@${domain}`))
  expect(email.parse(kept)).toBe(kept)
  const ascii = `ann@${domainToASCII(domain)}`
  expect(email.parse(`ann@${domain}`)).toBe(ascii)
  expect(shownAddress(ascii)).toBe(`ann@${domainToUnicode(domainToASCII(domain))}`)
})

test('a full stop of East Asian keyboards parts a domain', () => {
  expect(email.parse('ann@例え。example')).toBe(email.parse('ann@例え.example'))
})

test.each(['аpple.example', 'аррӏе.example', 'ρaypal.example'])(
  '%s, which is taken for another domain, is neither that nor shown as it',
  (domain) => {
    const kept = email.parse(`ann@${domain}`)
    expect(kept).not.toBe(`ann@${domain.normalize('NFKD')}`)
    expect(kept).toContain('@xn--')
    expect(shownAddress(kept)).toBe(kept)
  },
)

test.each([
  ...['ann@mün/chen.example', 'ann@mün:80.example', 'ann@mü@x.example', 'änn@example.com', 'ann@ü'],
  ...['ann@ü..example', 'ann@xn--ü.example', 'ann@[ü].example', `ann@${'ü'.repeat(300)}.example`],
  `a@${'ü.'.repeat(60)}example`,
])('%s is no address', (text) => {
  expect(email.safeParse(text).success).toBe(false)
})

test('what is no such address is shown as it is', () => {
  for (const text of ['ann@example.com', 'ann@xn--a.example', 'ann@xn--99999999.example', 'xn--']) {
    expect(shownAddress(text)).toBe(text)
  }
  expect(asciiAddress('Ann Müller')).toBe('Ann Müller')
  expect(limits.emailMax).toBeLessThan(300)
})
