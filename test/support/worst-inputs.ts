import { apiKeyPrefix } from '@coinless/contract/api-keys.ts'
import { accountHeader } from '@coinless/contract/staff.ts'

/**
 * What parsers, patterns and Unicode have most work with, as an address writes it. Behind many of one kind something
 * else follows: a pattern with two ways to read them tries all of these only when it fails in the end.
 */
const units = [
  ...['a', '9', '0', '-', '.', '@', '+', '%', '%00', '%20', '%2F', '1e', '2030-01-01T'],
  // One character of which NFKC makes eighteen, an accent without a letter, a mark that turns letters, half an emoji.
  ...['%EF%B7%BA', '%CC%81', '%E2%80%AA', '%ED%A0%80'],
]

/** Queries of a size: each field long in every way, then shapes that name none of them. */
export function worstQueries(fields: readonly string[], bytes: number): string[] {
  const [field = 'a'] = fields
  return [
    ...fields.flatMap((name) =>
      units.map((unit) => `${name}=${filled(unit, bytes - name.length)}%20!`),
    ),
    ...[`${field}=1&`, 'a&', '&', '=', 'a[b][c]=1&', `${field}[]=1&`, '__proto__[a]=1&'].map(
      (part) => filled(part, bytes),
    ),
    `a${filled('[b]', bytes)}=1`,
    Array.from({ length: bytes / 8 }, (_, index) => `a${index}=1`)
      .join('&')
      .slice(0, bytes),
  ]
}

/** Values of a part of a path. */
export function worstParts(bytes: number): string[] {
  return units.map((unit) => `${filled(unit, bytes - 4)}%20!`)
}

/** What is repeated in each header, behind how it begins. */
const inHeaders: Record<string, { begin?: string; parts: string[] }> = {
  'accept-language': { parts: ['en,', 'en;q=0.1,', 'a-', '*,', ',', ';'] },
  'accept-encoding': { parts: ['gzip,', 'br;q=0.1,', '*;', ','] },
  accept: { parts: ['a/b,', 'a/b;q=0.1,', '*/*;', '/'] },
  authorization: { begin: 'Bearer ', parts: ['a', '.', ' ', 'e30.', '=', apiKeyPrefix] },
  cookie: { parts: ['a=b;', '=', ';', '"'] },
  'content-type': { begin: 'application/json;', parts: ['a=b;', ';', ' ', '"', '\\'] },
  'idempotency-key': { parts: ['a', ' ', '%00', '-'] },
  'if-match': { parts: ['"a",', 'W/"a",', ',', ' '] },
  'if-modified-since': { parts: ['Mon, ', '0', ' ', '('] },
  'if-none-match': { parts: ['"a",', 'W/"a",', ',', ' '] },
  origin: { begin: 'https://', parts: ['a', 'a.', '/', '@'] },
  range: { begin: 'bytes=', parts: ['0-0,', '0-,', '9', ',', '-'] },
  traceparent: { parts: ['0', '-', '00-'] },
  'user-agent': { parts: ['a', '(', ' '] },
  'x-forwarded-for': { parts: ['1.2.3.4,', '::1,', '[', ':', '1.', ',', ' '] },
  'x-forwarded-host': { parts: ['a.', ',', ':', '@'] },
  [accountHeader]: { parts: ['0', '-'] },
}

export function worstHeaders(bytes: number): { name: string; value: string }[] {
  return Object.entries(inHeaders).flatMap(([name, { begin = '', parts }]) =>
    parts.map((part) => ({ name, value: `${begin}${filled(part, bytes)} !` })),
  )
}

function filled(unit: string, bytes: number): string {
  return unit.repeat(Math.max(0, bytes) / unit.length)
}
