import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

const calls = Object.values(endpoints).flatMap((feature): Endpoint[] => Object.values(feature))
const promised = calls.map(({ method, path }) => `${method} ${path}`)

const specified = [
  'POST /auth-login',
  'POST /auth-register',
  'POST /auth-refresh',
  'POST /auth-logout',
  'GET /api-resources-list',
  'GET /api-prepaid-codes-list',
  'POST /api-resources-create',
  'GET /api-resources-get/:id',
  'PUT /api-resources-update/:id',
  'DELETE /api-resources-delete/:id',
  'GET /devices',
  'GET /devices/:id',
  'POST /devices',
  'PUT /devices/:id',
  'DELETE /devices/:id',
  'GET /transactions',
  'GET /transactions/:id',
  'POST /payments/prepaid',
  'POST /payments/card',
  'GET /prepaid-codes',
  'PATCH /prepaid-codes/:id',
  'DELETE /prepaid-codes/:id',
  'POST /prepaid-codes-generate',
  'POST /prepaid-codes',
  'GET /prepaid-codes-id/:id',
  'PUT /prepaid-codes-id/:id',
  'DELETE /prepaid-codes-id/:id',
  'PATCH /prepaid-codes-id-toggle/:id',
  'GET /users-me',
  'PUT /users-me',
  'GET /admin-users',
  'POST /admin-users-roles/:id',
  'GET /admin-prepaid-codes',
]

// id: endpoints-1
test.each(specified)('has every specified call: %s', (call) => {
  expect(promised).toContain(call)
})

test('has each call once', () => {
  expect(new Set(promised).size).toBe(promised.length)
})

/** Nouns that are no plurals. */
const singular = [
  ...['staff', 'search', 'dashboard', 'revenue', 'health', 'ready', 'installation'],
  'calendar',
  ...['users-me', 'admin-mail', 'admin-system'],
]

describe('a path that SPEC.md does not name', () => {
  const ours = calls.filter(({ method, path }) => !specified.includes(`${method} ${path}`))
  const nounOf = (path: string) => path.split('/')[1] ?? ''
  const nouns = new Set(calls.map(({ path }) => nounOf(path)))

  test.each([...new Set(ours.map(({ path }) => path))])('is /noun/{id}/verb: %s', (path) => {
    const noun = nounOf(path)
    const longer = [...nouns].filter((each) => noun.startsWith(`${each}-`))
    expect(path).toMatch(/^(\/[a-z]+(-[a-z]+)*(\/:[a-z]+(_[a-z]+)*)?)+$/)
    expect(noun.endsWith('s') || singular.includes(noun)).toBe(true)
    expect(longer, 'the noun glued to another word').toEqual([])
  })
})

const inputs = calls.flatMap(({ method, path, params, query, body }) =>
  [params, query, body].flatMap((part) =>
    part instanceof z.ZodObject
      ? Object.entries(part.shape).map(([name, field]) => ({
          name: `${name} of ${method} ${path}`,
          field: field as z.ZodType,
        }))
      : [],
  ),
)

test('refuses what PostgreSQL cannot store: lone surrogates, NUL, the year 0', () => {
  const odd = ['HALF-\ud800-A-CHARACTER', 'long enough \0', '0000-01-01T00:00:00Z\udc00']
  const taken = inputs.filter(({ field }) => odd.some((text) => field.safeParse(text).success))
  expect(taken.map(({ name }) => name)).toEqual([])
})

test('reads a missing field of a change as undefined and an empty one as null', () => {
  const changes = inputs.filter(
    ({ name, field }) => / of (PUT|PATCH)/.test(name) && field.isOptional(),
  )
  expect(changes.length).toBeGreaterThan(2)
  for (const { name, field } of changes) {
    expect(field.parse(undefined), name).toBeUndefined()
    if (field.isNullable()) expect(field.parse(null), name).toBeNull()
  }
})

test('returns all rows of a list that the specification does not page', () => {
  const lists = calls.filter(
    ({ reply }) => reply instanceof z.ZodObject && 'pagination' in reply.shape,
  )
  const paged = ['/api-resources-list', '/api-prepaid-codes-list', '/devices', '/transactions']
  const specifiedByPages = [...paged, '/prepaid-codes', '/admin-prepaid-codes']
  // Without rules in the specification, paged from the start.
  const notSpecified = ['/payments/wallet']
  expect(lists.length).toBeGreaterThan(specifiedByPages.length)
  for (const { path, query, refusals } of lists) {
    const isPaged = [...specifiedByPages, ...notSpecified].includes(path)
    expect(query.parse({}), path).toEqual(isPaged ? { page: 1, limit: 10 } : {})
    expect(refusals.includes('list_too_long'), path).toBe(!isPaged)
  }
})

/** Parts of an address, and texts that a browser or a proxy would rewrite. */
const oddWords = [
  '.',
  '..',
  '...',
  '%2e',
  '%2E%2e',
  'a/b',
  '/',
  '\\',
  'a\\..\\b',
  '?',
  '#',
  ';',
  'ñ',
  '+',
]

test('keeps every path parameter intact in an address and accepts what can be stored', () => {
  const places = calls.flatMap(({ path, params }) =>
    Object.entries((params as z.ZodObject).shape).map(([name, field]) => ({
      path,
      name,
      field: field as z.ZodType,
    })),
  )
  const lost = places.flatMap(({ path, name, field }) => {
    const given = inputs.filter((input) => input.name.startsWith(`${name} of `))
    const words = oddWords.filter((word) =>
      given.some((input) => input.field.safeParse(word).success),
    )
    const place = path.split('/').indexOf(`:${name}`)
    return words
      .filter((word) => {
        const address = path.replace(`:${name}`, encodeURIComponent(word))
        const read = new URL(address, 'https://coinless.test').pathname.split('/')[place]
        return decodeURIComponent(read ?? '') !== word || !field.safeParse(word).success
      })
      .map((word) => `${word} as ${name} of ${path}`)
  })
  expect(lost).toEqual([])
})
