import { domainToASCII } from 'node:url'
import { expect, test } from 'vitest'
import { asciiAddress } from './addresses.ts'
import { email } from './fields.ts'
import { limits } from './limits.ts'

const domains = [
  ...['münchen.example', 'straße.example', 'café.bücher.example', 'łódź.example', 'ñandú.es'],
  ...['例え.example', 'ファッション.example', 'a-ü-b.example', 'œuvre.example', 'güngör.com.tr'],
]

test.each(domains)('keeps %s in ASCII', (domain) => {
  const kept = email.parse(` Ann@${domain.toUpperCase()} `)
  expect(kept).toMatch(/^[\0-\x7f]+$/)
  expect(email.parse(`ann@${domain.normalize('NFD')}`)).toBe(email.parse(`ann@${domain}`))
  expect(email.parse(kept)).toBe(kept)
  expect(email.parse(`ann@${domain}`)).toBe(`ann@${domainToASCII(domain)}`)
})

test('accepts a full stop of East Asian keyboards in a domain', () => {
  expect(email.parse('ann@例え。example')).toBe(email.parse('ann@例え.example'))
})

test.each(['аррӏе.example', 'οοο.example'])(
  'keeps %s distinct from the domain that it resembles',
  (domain) => {
    const kept = email.parse(`ann@${domain}`)
    expect(kept).not.toBe(`ann@${domain.normalize('NFKD')}`)
    expect(kept).toContain('@xn--')
  },
)

test.each([
  ...['ann@mün/chen.example', 'ann@mün:80.example', 'ann@mü@x.example', 'änn@example.com', 'ann@ü'],
  ...['ann@ü..example', 'ann@xn--ü.example', 'ann@[ü].example', `ann@${'ü'.repeat(300)}.example`],
  ...[`a@${'ü.'.repeat(60)}example`, 'ann@аpple.example', 'ann@ρaypal.example'],
])('refuses the address %s', (text) => {
  expect(email.safeParse(text).success).toBe(false)
})

test('leaves other texts unchanged', () => {
  expect(asciiAddress('Ann Müller')).toBe('Ann Müller')
  expect(limits.emailMax).toBeLessThan(300)
})
