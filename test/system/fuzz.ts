import fc from 'fast-check'

/** The parts of /api/openapi.json that the fuzz uses. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** One documented call: the place of each field, and the values at its limits. */
export interface DocumentedCall {
  /** Such as 'PUT /api/devices/{id}'. */
  name: string
  fields: { name: string; place: 'path' | 'query' | 'body'; edges: unknown[] }[]
}

export function documentedCalls({ paths }: OpenApi): DocumentedCall[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => {
      const body = requestBody?.content['application/json']?.schema.properties ?? {}
      return {
        name: `${method.toUpperCase()} ${path}`,
        fields: [
          ...parameters.filter(isInAddress).map(({ name, in: place, schema }) => ({
            name,
            place: place as 'path' | 'query',
            edges: edgesOf(schema),
          })),
          ...Object.entries(body).map(([name, schema]) => ({
            name,
            place: 'body' as const,
            edges: edgesOf(schema),
          })),
        ],
      }
    }),
  )
}

function isInAddress({ in: place }: { in: string }): boolean {
  return place !== 'header'
}

/** Values just inside and just outside every limit of the schema. */
function edgesOf(schema: Schema): unknown[] {
  const { anyOf, enum: words, minLength, maxLength, minimum, maximum } = schema
  const lengths = [minLength, maxLength].filter((length) => length !== undefined)
  const limits = [minimum, maximum].filter((limit) => limit !== undefined)
  return [
    ...(anyOf ?? []).flatMap(edgesOf),
    ...(words ?? []).flatMap((word) => [word, String(word).toUpperCase(), [word]]),
    ...lengths.flatMap((length) =>
      [length - 1, length, length + 1].map((each) => 'x'.repeat(Math.max(each, 0))),
    ),
    ...limits.flatMap((limit) => [limit - 1, limit - 0.01, limit, limit + 0.01, limit + 1]),
  ]
}

const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u2028',
  '\ud800',
  '😀',
  "' or 1=1 --",
  '%_\\',
  '../../etc/passwd',
  '{{7*7}}',
  '__proto__',
  'x'.repeat(5000),
  '1e400',
  'true',
  '2026-02-30T25:61:61Z',
  '9999999999999999999',
  '00000000-0000-4000-8000-000000000000',
  'ana@example.com',
]

/**
 * Values that pass the contract must pass PostgreSQL, which has no lone surrogates, no NUL, no year 0
 * and no year 10000, rounds to microseconds, and names time zones differently from JavaScript.
 */
export const hardForPostgres = [
  'half a character \ud800',
  '\udc00 the other half',
  'nul\0nul',
  '0000-01-01T00:00:00Z',
  '0000-12-31T23:59:59.999999999Z',
  '9999-12-31T23:59:59.999999999Z',
  'AET',
  'PST',
  'Etc/Unknown',
  'US/Pacific-New',
]

const oddNumbers = [0, -0, 1, 2.5, 2.505, -1, 1e21, 2 ** 31, 2 ** 53, 10_000.01, 1e-7]

/** Change of one field: a value at its limits, a hostile value, or no value. */
const change = fc.record({
  field: fc.nat(),
  kind: fc.constantFrom('edge', 'edge', 'hostile', 'left out', 'made up'),
  edge: fc.nat(),
  value: fc.oneof(
    fc.constantFrom(...hostileTexts),
    fc.constantFrom(...oddNumbers),
    fc.boolean(),
    fc.constant(null),
    fc.jsonValue(),
  ),
})
export type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

/** Input outside the contract: a member of the JSON body, or a header. */
export interface InvalidInput {
  member?: string
  host?: string
}

export const oddities: InvalidInput[] = [
  { member: '"\\u0000":1' },
  { member: '"half a character \\ud800":1' },
  { member: `"${'ñ'.repeat(5000)}":1` },
  { member: `"deep":${'['.repeat(60_000)}${']'.repeat(60_000)}` },
  { member: `"deep":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}` },
  { host: '[' },
  { host: 'a b' },
  { host: 'evil.example:80:80' },
]

/** The JSON text of an object with one more member. */
export function withMember(text: string, member: string): string {
  return text === '{}' ? `{${member}}` : text.replace(/}$/, `,${member}}`)
}

/** How a call differs from a valid one. */
export const mutation = fc.record({
  changes: fc.array(change, { maxLength: 3 }),
  oddity: fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, fc.constantFrom(...oddities)),
  /** After the JSON of the body. */
  tail: fc.oneof({ weight: 20, arbitrary: fc.constant('') }, fc.constantFrom('{', '\0', ' ')),
})

export type Values = Record<DocumentedCall['fields'][number]['place'], Record<string, unknown>>

/** A valid call with the changes applied. */
export function changed(call: DocumentedCall, fitting: Values, changes: Change[]): Values {
  const result = {
    path: { ...fitting.path },
    query: { ...fitting.query },
    body: { ...fitting.body },
  }
  for (const { field: index, kind, edge, value } of changes) {
    const field = call.fields[index % call.fields.length]
    if (!field || kind === 'made up') {
      result.body.made_up = value
      continue
    }
    const { name, place, edges } = field
    if (kind === 'left out' && place !== 'path') delete result[place][name]
    else if (kind === 'edge' && edges.length > 0) result[place][name] = edges[edge % edges.length]
    else result[place][name] = value
  }
  return result
}
