import type { Pagination } from '@coinless/contract/fields.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Stream } from '../../platform/policy/policy.ts'
import type { Searched } from './folded-text.ts'
import {
  atOneMoment,
  indexedContains,
  type Page,
  type PageRequest,
  pageOf,
  paginationOf,
} from './list.ts'

/** From this offset on, a page is located by month instead of skipping all rows before it. */
export const deepRows = 1000

export type Countable = 'audit_events' | 'devices' | 'prepaid_codes' | 'transactions' | 'users'

/** Rows with a separate count, named as by the SQL function `facet`. */
interface Facet {
  name: string
  where: RawBuilder<SqlBool>
}

export interface CountedList<Table extends Countable, Row> {
  table: Table
  query: SelectQueryBuilder<Tables, Table, Row>
  streams: readonly Stream[]
  /** Facets to include; undefined for all, with indexes that do not distinguish them. */
  facets: readonly Facet[] | undefined
  /** Texts to search, each with a trigram index. */
  searched: readonly Searched[]
}

export interface Range {
  audience: string
  /** undefined: all facets. */
  facet: string | undefined
  where: RawBuilder<SqlBool>
}

export interface RowCount {
  audience: string
  facet: string
  rows: number
}

/**
 * Returns one page, newest first, and the total. The total comes from the row counts and the page from the index
 * ranges that have rows, so that the time does not grow with the table. A search costs as much as it finds.
 */
export function countedListPage<Table extends Countable, Row>(
  database: Database,
  list: CountedList<Table, Row>,
  { search, ...asked }: PageRequest & { search?: string | undefined },
): Promise<{ data: Row[]; pagination: Pagination }> {
  const ranges = rangesOf(list)
  const page = pageOf(asked)
  return atOneMoment(database, (snapshot) =>
    search
      ? searchedPage(snapshot, list, ranges, search, page)
      : countedPage(snapshot, list, ranges, page),
  )
}

async function countedPage<Table extends Countable, Row>(
  database: Database,
  list: CountedList<Table, Row>,
  ranges: readonly Range[],
  page: Page,
) {
  const counts = await totals(database, list.streams)
  const counted = ranges
    .map((range) => ({ ...range, rows: sumOf(counts, [range]) }))
    .filter(({ rows }) => rows > 0)
  const total = counted.reduce((sum, { rows }) => sum + rows, 0)
  const offset = (page.page - 1) * page.limit
  const pagination = paginationOf(page, total)
  if (offset >= total) return { data: [], pagination }
  const slice =
    offset < deepRows
      ? { offset, limit: page.limit }
      : await deepSlice(database, counted, { offset, limit: Math.min(page.limit, total - offset) })
  return { data: await rowsOf(database, list, idsOf(list.table, counted, slice)), pagination }
}

/** Rows of a calendar year (UTC), newest first, read in chunks. */
export async function* countedListRowsOfYear<Table extends Countable, Row extends { id: string }>(
  database: Database,
  list: CountedList<Table, Row>,
  year: number,
): AsyncGenerator<Row> {
  const slice = { offset: 0, limit: limits.exportRowsAtOnce, after: `${year}-01-01` }
  let last: Row | undefined
  do {
    const next = last
      ? await exactTimeOf(database, list.table, last.id)
      : sql<SqlBool>`created_at < ${`${year + 1}-01-01`}::timestamp at time zone 'UTC'`
    const ids = idsOf(list.table, rangesOf(list, next), slice, 'newest first')
    const part = await rowsOf(database, list, ids)
    yield* part
    last = part.at(-1)
  } while (last)
}

/** PostgreSQL's times are more precise than JavaScript's. */
async function exactTimeOf(database: Database, table: Countable, id: string) {
  const { rows } = await sql<{ exact: string }>`
    select created_at::text as exact from ${sql.table(table)} where id = ${id}`.execute(database)
  return sql<SqlBool>`(created_at, id) < (${rows[0]?.exact}::timestamptz, ${id}::uuid)`
}

export async function countOfYear<Table extends Countable, Row>(
  database: Database,
  { streams }: CountedList<Table, Row>,
  year: number,
): Promise<number> {
  const audiences = streams.map(({ audience }) => audience)
  const ofYear = sql`audience = any(${audiences})
    and month between ${`${year}-01-01`} and ${`${year}-12-01`}`
  const { rows } = await sql<{ rows: number }>`
    select coalesce(sum(rows), 0)::bigint as rows from (
      select rows from row_counts where ${ofYear}
      union all
      select change from row_count_changes where ${ofYear}
    ) as count`.execute(database)
  return rows[0]?.rows ?? 0
}

export function rangesOf<Table extends Countable, Row>(
  { streams, facets }: CountedList<Table, Row>,
  also = sql<SqlBool>`true`,
): Range[] {
  return streams.flatMap(({ audience, where }): Range[] =>
    facets
      ? facets.map((facet) => {
          return {
            audience,
            facet: facet.name,
            where: sql`${where} and ${facet.where} and ${also}`,
          }
        })
      : [{ audience, facet: undefined, where: sql`${where} and ${also}` }],
  )
}

export async function totals(
  database: Database,
  streams: readonly Pick<Stream, 'audience'>[],
): Promise<RowCount[]> {
  const audiences = streams.map(({ audience }) => audience)
  const { rows } = await sql<RowCount>`
    select audience, facet, sum(rows)::bigint as rows from (
      select audience, facet, rows from row_counts
        where audience = any(${audiences}) and month = 'infinity'
      union all
      select audience, facet, change from row_count_changes where audience = any(${audiences})
    ) as count
    group by audience, facet`.execute(database)
  return rows
}

export function sumOf(counts: readonly RowCount[], ranges: readonly Range[]): number {
  return counts
    .filter(({ audience, facet }) =>
      ranges.some((range) => range.audience === audience && (range.facet ?? facet) === facet),
    )
    .reduce((sum, { rows }) => sum + rows, 0)
}

/** Rows of an order that starts at the edge of a month: before its end, or after its start. */
interface Slice {
  offset: number
  limit: number
  before?: string
  after?: string
}

/**
 * Counts from the nearer end of the month (UTC) that contains the rows.
 * @param without ranges whose rows are counted in `ranges` but excluded from the result
 */
export async function deepSlice(
  database: Database,
  ranges: readonly Range[],
  { offset, limit }: Slice,
  without: readonly Range[] = [],
): Promise<Slice> {
  const audiences = [...new Set([...ranges, ...without].map(({ audience }) => audience))]
  const { rows: counts } = await sql<RowCount & { month: string; next: string }>`
    select audience, month::text, (month + interval '1 month')::date::text as next, facet,
      sum(rows)::bigint as rows
    from (
      select audience, month, facet, rows from row_counts
        where audience = any(${audiences}) and month < 'infinity'
      union all
      select audience, month, facet, change from row_count_changes where audience = any(${audiences})
    ) as count
    group by audience, month, facet
    order by month desc`.execute(database)
  const end = offset + limit
  let forward: Slice = { offset, limit }
  let newer = 0
  for (const [{ month, next } = { month: '', next: '' }, ofMonth] of byMonth(counts)) {
    const older = newer + sumOf(ofMonth, ranges) - sumOf(ofMonth, without)
    if (newer <= offset) forward = { offset: offset - newer, limit, before: next }
    if (end <= older) {
      const backward = { offset: older - end, limit, after: month }
      return backward.offset < forward.offset ? backward : forward
    }
    newer = older
  }
  return forward
}

function byMonth<T extends { month: string }>(counts: readonly T[]): [T | undefined, T[]][] {
  return [...Map.groupBy(counts, ({ month }) => month).values()].map((each) => [each[0], each])
}

/** Selects the ids of one slice, merged from all ranges. */
export function idsOf(
  table: Countable,
  ranges: readonly Range[],
  slice: Slice,
  direction = slice.after ? 'oldest first' : 'newest first',
): RawBuilder<unknown> {
  const { before, after, offset, limit } = slice
  const order = direction === 'oldest first' ? sql`created_at, id` : sql`created_at desc, id desc`
  const merged = ranges.map(
    ({ where }) => sql`(
      select id, created_at from ${sql.table(table)} where ${where}
        ${before ? sql`and created_at < ${before}::timestamp at time zone 'UTC'` : sql``}
        ${after ? sql`and created_at >= ${after}::timestamp at time zone 'UTC'` : sql``}
      order by ${order} limit ${offset + limit}
    )`,
  )
  return sql`(
    select id from (${sql.join(merged, sql` union all `)}) as merged
    order by ${order} limit ${limit} offset ${offset}
  )`
}

async function searchedPage<Table extends Countable, Row>(
  database: Database,
  list: CountedList<Table, Row>,
  ranges: readonly Range[],
  search: string,
  page: Page,
) {
  const visible = sql.join(
    ranges.map(({ where }) => sql`(${where})`),
    sql` or `,
  )
  const { rows } = await sql<{ total: number; ids: string[] }>`
    with hits as materialized (
      select id, created_at from ${sql.table(list.table)}
      where (${visible}) and ${indexedContains(list.searched, search)}
    )
    select (select count(*) from hits) as total, array(
      select id from hits order by created_at desc, id desc
      limit ${page.limit} offset ${(page.page - 1) * page.limit}
    ) as ids`.execute(database)
  const { total = 0, ids = [] } = rows[0] ?? {}
  const data =
    ids.length > 0 ? await rowsOf(database, list, sql`(select unnest(${ids}::uuid[]))`) : []
  return { data, pagination: paginationOf(page, total) }
}

/** Reads full rows only for the ids of the page. */
export async function rowsOf<Table extends Countable, Row>(
  database: Database,
  { table, query }: CountedList<Table, Row>,
  ids: RawBuilder<unknown>,
): Promise<Row[]> {
  const ofIds = query
    .where(sql<SqlBool>`${sql.ref(`${table}.id`)} in ${ids}`)
    .orderBy(sql`created_at desc, id desc`)
  return (await database.executeQuery(ofIds)).rows
}
