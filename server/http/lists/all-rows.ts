import { limits } from '@coinless/contract/limits.ts'
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

/**
 * The rows of one stream after the other, which have none in common, each newest first, read a part at a
 * time: memory does not grow with them.
 * @param how of several tables the one by whose times and ids they are in order
 */
export async function* allRows<Table extends keyof Tables, Row extends { id: string }>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  streams: readonly ReturnType<typeof sql<SqlBool>>[],
  how: { rowsAtOnce?: number; table?: string } = {},
): AsyncGenerator<Row> {
  const { rowsAtOnce = limits.exportRowsAtOnce, table } = how
  const [time, key] = ['created_at', 'id'].map((each) => sql.ref(table ? `${table}.${each}` : each))
  // A time of PostgreSQL is more exact than one of ours.
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
