import type { Pagination } from '@coinless/contract/fields.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { Stream } from '../../platform/policy/policy.ts'
import {
  type CountedList,
  deepRows,
  deepSlice,
  idsOf,
  type Range,
  type RowCount,
  rangesOf,
  rowsOf,
  sumOf,
  totals,
} from './counted-list.ts'
import {
  atOneMoment,
  indexedContains,
  type Page,
  type PageRequest,
  pageOf,
  paginationOf,
} from './list.ts'

interface OwnFirstList<Row> extends CountedList<'devices', Row> {
  /** The caller's own rows; each stream has an index in the order of `byPlace`. */
  own: readonly Stream[]
  /** Excludes the others' rows. */
  isOwnAlone: boolean
}

interface OwnFirstPage<Row> {
  data: Row[]
  pagination: Pagination
  has_own: boolean
}

const byPlace = sql`location, created_at, id`
const byPlaceBackward = sql`location desc, created_at desc, id desc`
const anyOf = (conditions: readonly RawBuilder<unknown>[]) =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

/**
 * Returns a page that starts with the caller's own rows, by location and then oldest first, followed by the others,
 * newest first. Both are counted; the cost grows at most with the caller's own rows (docs/decisions/0077).
 */
export function ownFirstPage<Row extends { id: string }>(
  database: Database,
  list: OwnFirstList<Row>,
  { search, ...asked }: PageRequest & { search?: string | undefined },
): Promise<OwnFirstPage<Row>> {
  const page = pageOf(asked)
  return atOneMoment(database, async (snapshot) => {
    const ranges = rangesOf(list)
    const own = rangesOf({ ...list, streams: list.own })
    const counts = await totals(snapshot, [...list.streams, ...list.own])
    const ownAtAll = rangesOf({ ...list, streams: list.own, facets: undefined })
    const { ids, total } = search
      ? await searchedIds(snapshot, list, ranges, search, page)
      : await countedIds(snapshot, list, { ranges: rangesWithRows(ranges, counts), own }, page, {
          own: sumOf(counts, own),
          all: sumOf(counts, ranges),
        })
    const rows =
      ids.length === 0 ? [] : await rowsOf(snapshot, list, sql`(select unnest(${ids}::uuid[]))`)
    const place = new Map(ids.map((id, index) => [id, index]))
    const data = rows.sort((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
    return { data, pagination: paginationOf(page, total), has_own: sumOf(counts, ownAtAll) > 0 }
  })
}

/** Drops empty ranges, which would be scanned in full for nothing. */
function rangesWithRows(ranges: readonly Range[], counts: readonly RowCount[]): Range[] {
  return ranges.filter((range) => sumOf(counts, [range]) > 0)
}

async function countedIds<Row>(
  database: Database,
  list: OwnFirstList<Row>,
  { ranges, own }: { ranges: readonly Range[]; own: readonly Range[] },
  { page, limit }: Page,
  counted: { own: number; all: number },
) {
  const total = list.isOwnAlone ? counted.own : counted.all
  const offset = (page - 1) * limit
  const ownOffset = Math.min(offset, counted.own)
  const ownLimit = Math.min(limit, counted.own - ownOffset)
  const ids = await ownIds(database, list, { offset: ownOffset, limit: ownLimit, of: counted.own })
  const others = {
    offset: offset - ownOffset,
    limit: Math.min(limit - ownLimit, total - counted.own - (offset - ownOffset)),
  }
  if (list.isOwnAlone || others.limit <= 0) return { ids, total }
  const slice = others.offset < deepRows ? others : await deepSlice(database, ranges, others, own)
  const isOwn = anyOf(list.own.map(({ where }) => where))
  const withoutOwn = ranges.map((range) => ({
    ...range,
    where: sql<SqlBool>`${range.where} and not ${isOwn}`,
  }))
  const { rows } = await sql<{ id: string }>`
    select id, created_at from devices where id in ${idsOf('devices', withoutOwn, slice)}
    order by created_at desc, id desc`.execute(database)
  return { ids: [...ids, ...rows.map(({ id }) => id)], total }
}

/** Reads from the nearer end. */
async function ownIds<Row>(
  database: Database,
  { own, facets }: OwnFirstList<Row>,
  { offset, limit, of }: { offset: number; limit: number; of: number },
): Promise<string[]> {
  if (limit <= 0) return []
  const rest = of - offset - limit
  const isBackward = rest < offset
  const skipped = isBackward ? rest : offset
  const order = isBackward ? byPlaceBackward : byPlace
  const wanted = facets ? anyOf(facets.map(({ where }) => where)) : sql`true`
  const streams = own.map(
    ({ where }) => sql`(
      select id, location, created_at from devices where ${where} and ${wanted}
      order by ${order} limit ${skipped + limit}
    )`,
  )
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(streams, sql` union all `)}) as own
    order by ${order} limit ${limit} offset ${skipped}`.execute(database)
  const ids = rows.map(({ id }) => id)
  return isBackward ? ids.reverse() : ids
}

async function searchedIds<Row>(
  database: Database,
  list: OwnFirstList<Row>,
  ranges: readonly Range[],
  search: string,
  { page, limit }: Page,
) {
  const isOwn = anyOf(list.own.map(({ where }) => where))
  const { rows } = await sql<{ total: number; ids: string[] }>`
    with hits as materialized (
      select id, location, created_at, ${isOwn} as is_own from devices
      where ${anyOf(ranges.map(({ where }) => sql`(${where})`))}
        and ${indexedContains(list.searched, search)}
        and ${list.isOwnAlone ? isOwn : sql`true`}
    )
    select (select count(*) from hits) as total, array(
      select id from hits
      order by not is_own, case when is_own then location end, case when is_own then created_at end,
        case when is_own then id end, created_at desc, id desc
      limit ${limit} offset ${(page - 1) * limit}
    ) as ids`.execute(database)
  return rows[0] ?? { total: 0, ids: [] }
}
