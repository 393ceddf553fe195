import { type RawBuilder, sql } from 'kysely'

/** Creation time of a row inserted with others: lists, which are newest first, then keep the order of the rows. */
export function timeOfRow(row: number | RawBuilder<number>) {
  return sql<Date>`now() - (${row})::integer * interval '1 microsecond'`
}
