import { apiKeyPrefix } from '@coinless/contract/api-keys.ts'
import { accountHeader } from '@coinless/contract/staff.ts'

/**
 * URL-encoded worst cases for parsers, patterns and Unicode. Something else follows many repetitions, because a pattern
 * that can read them in two ways tries all of these only if it fails in the end.
 */
const units = [
  ...['a', '9', '0', '-', '.', '@', '+', '%', '%00', '%20', '%2F', '1e', '2030-01-01T'],
  // A character that NFKC expands to eighteen, an accent without a letter, a direction mark, a lone surrogate.
  ...['%EF%B7%BA', '%CC%81', '%E2%80%AA', '%ED%A0%80'],
]

/** Queries of a given size: each field with every long value, then shapes without known fields. */
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

/** Values of a path segment. */
export function worstParts(bytes: number): string[] {
  return units.map((unit) => `${filled(unit, bytes - 4)}%20!`)
}

/** Beginning and repeated part of each header. */
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
