import type { NumericText } from '@coinless/contract/money.ts'
import type { ColumnType } from 'kysely'

export type Timestamp = ColumnType<Date, Date | undefined, Date>
/** Read as exact text, written as a dollar number with at most two decimals. */
export type Dollars = ColumnType<NumericText, number, number>

/** The database computes it. */
export type Computed<T> = ColumnType<T, never, never>

/** The contract's entity as a table: new fields need no line here, `Own` columns are not of it. */
export type Table<Entity, Own> = Omit<Entity, keyof Own> & Own
