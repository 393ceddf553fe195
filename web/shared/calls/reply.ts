import type { Pagination } from '@coinless/contract/fields.ts'

/** Type of a member of an answer; 'thing' is an object with an id, 'things' and 'objects' are arrays. */
export type Kind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'array'
  | 'object'
  | 'objects'
  | 'thing'
  | 'things'
export type Members = Record<string, Kind>

/** Shape that a screen requires of an answer: a named one, or its members. */
export type ExpectedShape = 'list' | 'user' | 'signed-in' | 'thing' | 'thing?' | Members

/** An undocumented answer. */
class NotDocumented extends Error {}

const user: Members = { id: 'string', email: 'string', full_name: 'string', roles: 'array' }
const tokens: Members = { access_token: 'string', refresh_token: 'string' }

/**
 * Reads an answer and checks it against the shape of its call.
 * @param query of the call, used to complete a list with missing page numbers
 * @throws NotDocumented
 */
export function readReply(
  text: string,
  shape: ExpectedShape | undefined,
  query: { page?: unknown; limit?: unknown } = {},
): unknown {
  const value = text.trim() === '' ? undefined : parsed(text)
  if (shape === undefined) return value
  if (shape === 'list') return listIn(value, query)
  if (!isAnswer(value, shape)) throw new NotDocumented()
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new NotDocumented(undefined, { cause: error })
  }
}

function isAnswer(value: unknown, shape: Exclude<ExpectedShape, 'list'>): boolean {
  if (shape === 'user') return has(value, user)
  if (shape === 'thing?' && value === null) return true
  if (shape === 'thing' || shape === 'thing?') return isThing(value)
  if (shape !== 'signed-in') return has(value, shape)
  if (!isObject(value)) return false
  return areTokens(value.session) && has(value.user, user)
}

function areTokens(given: unknown): boolean {
  return has(given, tokens) && !Object.keys(tokens).some((name) => given[name] === '')
}

/** A renewal may omit the refresh token, which then stays the same. */
export function renewedTokens(text: string): { access_token: string; refresh_token?: string } {
  const value = parsed(text)
  if (!isObject(value) || !areTokens({ refresh_token: 'as before', ...value })) {
    throw new NotDocumented()
  }
  return value as { access_token: string }
}

function has(value: unknown, members: Members): value is Record<string, unknown> {
  return (
    isObject(value) && Object.entries(members).every(([name, kind]) => isKind(value[name], kind))
  )
}

function isKind(value: unknown, kind: Kind): boolean {
  if (kind === 'array') return Array.isArray(value)
  if (kind === 'objects') return Array.isArray(value) && value.every(isObject)
  if (kind === 'things') return Array.isArray(value) && value.every(isThing)
  if (kind === 'object') return isObject(value)
  if (kind === 'thing') return isThing(value)
  return typeof value === kind
}

function isThing(value: unknown): boolean {
  return isObject(value) && typeof value.id === 'string'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a list: rows alone, or rows with page numbers, of which one may be missing. */
function listIn(value: unknown, { page, limit }: { page?: unknown; limit?: unknown }) {
  const rows = isObject(value) ? value.data : value
  if (!Array.isArray(rows) || !rows.every(isThing)) throw new NotDocumented()
  const more = isObject(value) ? value : {}
  const given: Partial<Pagination> = isObject(more.pagination) ? more.pagination : {}
  const isPart = given.total !== undefined || given.totalPages !== undefined
  const pagination = isPart
    ? completed(given, rows.length, page, limit)
    : { page: 1, limit: Math.max(rows.length, 1), total: rows.length, totalPages: 1 }
  return { ...more, data: rows, pagination, ...(!isPart && { isWhole: true }) }
}

function completed(
  { page, limit, total, totalPages }: Partial<Pagination>,
  rows: number,
  asked: unknown,
  askedLimit: unknown,
): Pagination {
  const size = limit ?? (Number(askedLimit) || Math.max(rows, 1))
  const here = page ?? (Number(asked) || 1)
  const pages = totalPages ?? Math.ceil((total ?? 0) / size)
  // The last page reveals the total; every earlier page is full.
  const counted = here === pages ? (pages - 1) * size + rows : pages * size
  return { page: here, limit: size, totalPages: pages, total: total ?? counted }
}
