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
  /** It must have all rows. */
  isWhole?: boolean
}

/** What was asked for: a page, or without both all that there are. */
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

/** What is read together is of one moment, so that rows and their total fit, whoever writes meanwhile. */
export function atOneMoment<T>(database: Database, read: (snapshot: Database) => Promise<T>) {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}

/** Of a table, or an alias, that has `created_at` and `id`. */
const newestFirst = sql`created_at desc, id desc`

/** One page of a query, newest first, and how many rows it has in all. */
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
 * The condition that a column contains the text, however either is written.
 * @param column the SQL name of texts in search form, never input
 */
export function contains(column: string, text: string | undefined) {
  return text ? isInOne(placesOf({ column }, text).map(isIn)) : sql<SqlBool>`true`
}

/**
 * The condition that one of the texts, which have trigram indexes, contains what is looked for. An index reads
 * all it has of every trigram it is asked for. Those of words and of their starts recur, so that it is
 * asked for the ends of long numbers alone when there are any: they tell rows apart.
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

/** Letters and digits, such as a code; fewer than four have hardly a trigram. */
const isLongNumber = (part: string) => part.length >= 4 && /\p{N}/u.test(part)

/** Trigrams that span the last six characters. */
function ends(part: string): string[] {
  const end = [...part].slice(-6)
  const trigrams = [end.slice(0, 3), end.slice(-4, -1), end.slice(-3)]
  return [...new Set(trigrams.map((trigram) => trigram.join('')))]
}

/** The pattern of LIKE for what contains the text. */
function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** The condition of a filter that may be left out. */
export function equals(column: string, value: string | boolean | undefined) {
  return value === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${value}`
}

/** The condition that an id begins so, in a form that an index of it serves. */
export function idBeginsWith(column: string, start: string) {
  const [first, last] = ['0', 'f'].map(
    (digit) =>
      start + '00000000-0000-0000-0000-000000000000'.replaceAll('0', digit).slice(start.length),
  )
  return sql<SqlBool>`${sql.ref(column)} between ${first}::uuid and ${last}::uuid`
}

/** How many rows a query finds. */
export async function countRows<Table extends keyof Tables, Row>(
  database: Database,
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const counting = query.clearSelect().select(sql<number>`count(*)`.as('total'))
  const { rows } = await database.executeQuery(counting)
  return (rows[0] as { total: number } | undefined)?.total ?? 0
}
