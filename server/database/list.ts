import type { Pagination } from '@coinless/contract/fields.ts'
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from './tables.ts'

export interface Page {
  page: number
  limit: number
}

/**
 * One page of a query, newest first, and how many rows it has in all.
 * The query must select from a table, or an alias, that has `created_at` and `id`.
 */
export async function listPage<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { page, limit }: Page,
): Promise<{ data: Row[]; pagination: Pagination }> {
  const [data, { total }] = await Promise.all([
    query
      .orderBy(sql`created_at desc, id desc`)
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
 * The condition that one of the columns contains the text, in any case.
 * @param columns SQL names, never input
 */
export function contains(columns: readonly string[], text: string | undefined) {
  return text ? containsText(columns, text) : sql<SqlBool>`true`
}

export function containsText(columns: readonly string[], text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const matches = columns.map((column) => sql`${sql.raw(column)} ilike ${pattern}`)
  return sql<SqlBool>`(${sql.join(matches, sql` or `)})`
}

/** The condition of a filter that may be left out. */
export function equals(column: string, value: string | boolean | undefined) {
  return value === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${value}`
}
