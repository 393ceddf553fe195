import type { Pagination } from '@coinless/contract/fields.ts'
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from './tables.ts'

export interface Page {
  page: number
  limit: number
}

/** Of a table, or an alias, that has `created_at` and `id`. */
const newestFirst = sql`created_at desc, id desc`

/** One page of a query, newest first, and how many rows it has in all. */
export async function listPage<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { page, limit }: Page,
  order = newestFirst,
): Promise<{ data: Row[]; pagination: Pagination }> {
  const [data, { total }] = await Promise.all([
    query
      .orderBy(order)
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    query
      .clearSelect()
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow() as Promise<{ total: number }>,
  ])
  return { data, pagination: paginationOf({ page, limit }, total) }
}

export function paginationOf({ page, limit }: Page, total: number): Pagination {
  return { page, limit, total, totalPages: Math.ceil(total / limit) }
}

/**
 * The condition that a column contains the text, in any case.
 * @param column a SQL name, never input
 */
export function contains(column: string, text: string | undefined) {
  if (!text) return sql<SqlBool>`true`
  return sql<SqlBool>`${sql.raw(column)} ilike ${anywhere(text)}`
}

/**
 * The condition that one of the columns, which have trigram indexes, contains the text, in any case.
 * An index reads all it has of every trigram it is asked for. Those of words and of their starts recur,
 * so that it is asked for the ends of long numbers alone when there are any: they tell rows apart.
 * @param columns SQL names of lower-case texts, never input
 */
export function lowerCaseContains(columns: readonly string[], text: string) {
  const parts = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const selective = parts.filter(isLongNumber).flatMap(ends)
  const matches = columns.map((column) => {
    const name = sql.raw(column)
    const has = (part: string) => sql`${name} like lower(${anywhere(part)})`
    if (selective.length === 0) return has(text)
    return sql`${sql.join(selective.map(has), sql` and `)} and strpos(${name}, lower(${text})) > 0`
  })
  return sql<SqlBool>`(${sql.join(matches, sql` or `)})`
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
