import type { NumericText } from '@coinless/contract/money.ts'
import type { ColumnType } from 'kysely'

export type Timestamp = ColumnType<Date, Date | undefined, Date>
/** Read as exact text, written as a number in the currency. */
export type Amount = ColumnType<NumericText, number, number>

/** Computed by the database. */
export type Computed<T> = ColumnType<T, never, never>

/** Table of a contract entity. New fields need no line here; `Own` columns replace or extend its fields. */
export type Table<Entity, Own> = Omit<Entity, keyof Own> & Own
