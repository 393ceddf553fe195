import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** The rules of times in rows, also for those that a clock stored before it was set back. */
type Sql = RawBuilder<unknown>

export function seconds(count: number): Sql {
  return sql`interval '1 second' * ${sql.lit(count)}`
}

/**
 * Whether work is due. A time further ahead than any pause comes from a clock that was set back. The longest pause
 * includes the lease of another server, whose transaction may have begun later.
 */
export function isDue(time: Sql, longestSeconds: number): RawBuilder<SqlBool> {
  return sql`(${time} <= now() or ${time} > now() + ${seconds(longestSeconds)})`
}

/** Whether a lease is valid. One further ahead than its length has expired. */
export function isHeld(until: Sql, leaseSeconds: number): RawBuilder<SqlBool> {
  return sql`(${until} between now() and now() + ${seconds(leaseSeconds)})`
}

/** Whether a time is recent. Includes rows of transactions that began later, but no times in the future. */
export function isWithin(time: Sql, past: Sql): RawBuilder<SqlBool> {
  return sql`(${time} between now() - ${past} and clock_timestamp())`
}

export const aDay = sql`interval '1 day'`

/** The pause before the next try; doubles with each. */
export function pauseAfter(tries: Sql, pause: { seconds: number; longest: number }): Sql {
  return sql`least(${seconds(pause.seconds)} * 2 ^ least(${tries}, 20), ${seconds(pause.longest)})`
}
