import type { Pagination } from '@coinless/contract/fields.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { type Place, placesOf, type Searched } from './folded-text.ts'

export interface Page {
  page: number
  limit: number
  /** The page must contain all rows. */
  isWhole?: boolean
}

/** Requested page; without page and limit, all rows. */
export interface PageRequest {
  page?: number | undefined
  limit?: number | undefined
}

export function pageOf({ page, limit }: PageRequest): Page {
  if (page === undefined && limit === undefined) {
    return { page: 1, limit: limits.wholeListMax, isWhole: true }
  }
  return { page: page ?? 1, limit: limit ?? limits.pageSize }
}

/** Reads from one snapshot, so that rows and total match despite concurrent writes. */
export function atOneMoment<T>(database: Database, read: (snapshot: Database) => Promise<T>) {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}

/** For a table or alias with `created_at` and `id`. */
const newestFirst = sql`created_at desc, id desc`

/** Returns one page of a query, newest first, and the total number of rows. */
export function listPage<Table extends keyof Tables, Row>(
  database: Database,
  query: SelectQueryBuilder<Tables, Table, Row>,
  asked: PageRequest,
  order = newestFirst,
): Promise<{ data: Row[]; pagination: Pagination }> {
  const page = pageOf(asked)
  const rows = query
    .orderBy(order)
    .limit(page.limit)
    .offset((page.page - 1) * page.limit)
  return atOneMoment(database, async (snapshot) => {
    const total = await countRows(snapshot, query)
    const pagination = paginationOf(page, total)
    const { rows: data } = await snapshot.executeQuery(rows)
    return { data, pagination }
  })
}

/** @throws Refusal list_too_long */
export function paginationOf({ page, limit, isWhole }: Page, total: number): Pagination {
  if (isWhole && total > limit) throw new Refusal('list_too_long')
  return { page, limit, total, totalPages: Math.ceil(total / limit) }
}

/**
 * Condition that a column contains the text in any spelling.
 * @param column SQL name of texts in search form, never input
 */
export function contains(column: string, text: string | undefined) {
  return text ? isInOne(placesOf({ column }, text).map(isIn)) : sql<SqlBool>`true`
}

/**
 * Condition that one of the texts, which have trigram indexes, contains the search text. An index reads all entries
 * of each trigram in a query. Trigrams of words and of number starts are frequent, so if there are long numbers, only
 * their ends are looked up.
 */
export function indexedContains(searched: readonly Searched[], text: string) {
  const places = searched.flatMap((each) => placesOf(each, text))
  return isInOne(
    places.map((place) => {
      const parts = place.wanted.match(/[\p{L}\p{N}]+/gu) ?? []
      const selective = parts.filter(isLongNumber).flatMap(ends)
      if (selective.length === 0) return isIn(place)
      const { of, wanted, where } = place
      const ofIndex = selective.map((part) => isIn({ of, wanted: part, ...(where && { where }) }))
      return sql<SqlBool>`${sql.join(ofIndex, sql` and `)} and strpos(${of}, ${wanted}) > 0`
    }),
  )
}

function isIn({ of, wanted, where }: Place): RawBuilder<SqlBool> {
  const isThere = sql<SqlBool>`${of} like ${anywhere(wanted)}`
  return where ? sql<SqlBool>`${where} and ${isThere}` : isThere
}

function isInOne(conditions: readonly RawBuilder<SqlBool>[]) {
  return conditions.length > 0
    ? sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
    : sql<SqlBool>`false`
}

/** Letters and digits, such as a code. Parts of fewer than four have hardly any trigrams. */
const isLongNumber = (part: string) => part.length >= 4 && /\p{N}/u.test(part)

/** Trigrams of the last six characters. */
function ends(part: string): string[] {
  const end = [...part].slice(-6)
  const trigrams = [end.slice(0, 3), end.slice(-4, -1), end.slice(-3)]
  return [...new Set(trigrams.map((trigram) => trigram.join('')))]
}

/** LIKE pattern for texts that contain this one. */
function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Condition of an optional filter. */
export function equals(column: string, value: string | boolean | undefined) {
  return value === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${value}`
}

/** Condition that an id starts with the text, in a form that an index supports. */
export function idBeginsWith(column: string, start: string) {
  const [first, last] = ['0', 'f'].map(
    (digit) =>
      start + '00000000-0000-0000-0000-000000000000'.replaceAll('0', digit).slice(start.length),
  )
  return sql<SqlBool>`${sql.ref(column)} between ${first}::uuid and ${last}::uuid`
}

/** Counts the rows of a query. */
export async function countRows<Table extends keyof Tables, Row>(
  database: Database,
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const counting = query.clearSelect().select(sql<number>`count(*)`.as('total'))
  const { rows } = await database.executeQuery(counting)
  return (rows[0] as { total: number } | undefined)?.total ?? 0
}
