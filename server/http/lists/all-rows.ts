import { limits } from '@coinless/contract/limits.ts'
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

/**
 * Yields the rows of disjoint streams, one stream after the other, each newest first. Reads in chunks, so that memory
 * use is constant.
 * @param how table: with several tables, the one whose times and ids define the order
 */
export async function* allRows<Table extends keyof Tables, Row extends { id: string }>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  streams: readonly ReturnType<typeof sql<SqlBool>>[],
  how: { rowsAtOnce?: number; table?: string } = {},
): AsyncGenerator<Row> {
  const { rowsAtOnce = limits.exportRowsAtOnce, table } = how
  const [time, key] = ['created_at', 'id'].map((each) => sql.ref(table ? `${table}.${each}` : each))
  // PostgreSQL's times are more precise than JavaScript's.
  const exactTime = sql<string>`${time}::text`.as('exact_time')
  for (const stream of streams) {
    let rest = stream
    for (;;) {
      const part = (await query
        .select(exactTime)
        .where(rest)
        .orderBy(sql`${time} desc, ${key} desc`)
        .limit(rowsAtOnce)
        .execute()) as (Row & { exact_time: string })[]
      yield* part
      const last = part.at(-1)
      if (!last || part.length < rowsAtOnce) break
      rest = sql`${stream} and (${time}, ${key}) < (${last.exact_time}::timestamptz, ${last.id}::uuid)`
    }
  }
}
