import { limits } from '@coinless/contract/limits.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { limitConcurrencyByName } from '../../platform/concurrency/limit-concurrency.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { SqlValue } from '../../platform/policy/own-devices.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { networkOf, networksOf } from '../request/caller-address.ts'

const inTurn = limitConcurrencyByName(1)

/**
 * Counters of failed attempts: the caller's own and those of their networks, so that many accounts do not multiply
 * attempts.
 */
export interface Throttle<Key = string, Networks = { keys: string[]; frees: number[] }> {
  own: Key
  /** Counter keys of the caller's networks, narrowest first, and their free attempts. */
  networks: Networks
  /** SQL: whether the caller is known, and so exempt from network waits that others caused. */
  isKnown: RawBuilder<SqlBool>
}

/** A throttle whose counters are values or columns of a statement. */
type SqlThrottle = Throttle<SqlValue<string>, { keys: unknown; frees: unknown }>

interface Limiting {
  config: { rateLimits: boolean }
}

/** Throttle for prepaid codes. An account that has paid someone before is known. undefined: no limits. */
export function codeThrottle(
  { config }: Limiting,
  caller: { id: string; address: string },
): Throttle | undefined {
  if (!config.rateLimits) return undefined
  return {
    own: `code by account ${caller.id}`,
    networks: networksCounted('code from', caller.address),
    isKnown: hasPaidOthers(caller.id),
  }
}

/** SQL: whether an account has paid someone before. */
export function hasPaidOthers(accountId: SqlValue<string>) {
  return sql<SqlBool>`exists (
      select from transactions
      where payer_id = ${accountId} and owner_id <> payer_id and amount > 0
    )`
}

/** Throttle for passwords. Not by account alone, because guessing would then lock out the owner. */
export function passwordThrottle(
  { config }: Limiting,
  email: string,
  origin: { address: string },
): Throttle | undefined {
  if (!config.rateLimits) return undefined
  const network = networkOf(origin.address)
  return {
    own: `password of ${email} from ${network}`,
    networks: networksCounted('password from', origin.address),
    isKnown: hasSignedIn(sql`(select id from users where email = ${email})`, network),
  }
}

/** Throttle for second factors. By account, because only someone with the right password gets here. */
export function secondFactorThrottle(
  { config }: Limiting,
  account: { id: string },
  origin: { address: string },
): Throttle | undefined {
  if (!config.rateLimits) return undefined
  const network = networkOf(origin.address)
  return {
    own: `second factor of ${account.id}`,
    networks: networksCounted('second factor from', origin.address),
    isKnown: hasSignedIn(sql`${account.id}`, network),
  }
}

/** The narrowest key has no suffix, which keeps existing counters valid. */
export function networksCounted(what: string, address: string): Throttle['networks'] {
  const networks = networksOf(address)
  return {
    keys: networks.map(({ name }) => `${what} ${name}`),
    frees: networks.map(({ factor }) => limits.freeAttemptsOfNetwork * factor),
  }
}

function hasSignedIn(userId: RawBuilder<unknown>, network: string) {
  return sql<SqlBool>`exists (select from sessions where user_id = ${userId} and network = ${network})`
}

/**
 * SQL: remaining wait in seconds; null for none. Blocks attempts with the same own counter until the transaction
 * ends.
 */
export function waitingSeconds(throttle: SqlThrottle | undefined) {
  if (!throttle) return sql<number | null>`null::integer`
  const { own, networks, isKnown } = throttle
  return sql<
    number | null
  >`attempt_wait_seconds(${own}, ${networks.keys}::text[], ${isKnown}, ${limits.attemptWaitSecondsMax})`
}

/**
 * Counts an attempt as failed before checking it, and reverts that if it was right, so that concurrent attempts on
 * any servers gain nothing. Attempts on one server are serialized, so that concurrent right ones all succeed.
 * @throws Refusal too_many_attempts during a wait, even if right
 */
export async function attempt(
  database: Database,
  throttle: Throttle | undefined,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  return throttle ? inTurn(throttle.own, () => judge(database, throttle, isRight)) : isRight()
}

async function judge(
  database: Database,
  throttle: Throttle,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  await countBefore(database, throttle)
  const right = await isRight().catch(async (error) => {
    await takeBack(database, throttle)
    throw error
  })
  if (right) await takeBack(database, throttle)
  else await countFailed(database, throttle)
  return right
}

async function countBefore(database: Database, throttle: Throttle): Promise<void> {
  const { rows } = await sql<{ seconds: number | null }>`
    with waiting as (select ${waitingSeconds(throttle)} as seconds),
    counted as (${countingOwn(throttle, sql`from waiting where seconds is null`, timeBefore)})
    select seconds from waiting`.execute(database)
  const seconds = rows[0]?.seconds
  if (seconds) throw new Refusal('too_many_attempts', { seconds })
}

/** The attempt was allowed, so there was no wait before it. */
async function takeBack(database: Database, { own }: Throttle): Promise<void> {
  await sql`update failed_attempts set failures = failures - 1, blocked_until = now()
    where throttle_key = ${own}`.execute(database)
}

/** Confirms the counted attempt as failed: its day starts now, and the networks count it. */
async function countFailed(database: Database, throttle: Throttle): Promise<void> {
  await sql`update failed_attempts set last_failed_at = now() where throttle_key = ${throttle.own}`.execute(
    database,
  )
  await counting(throttle.networks).execute(database)
}

/**
 * SQL: CTEs that count a failed attempt that the statement itself detects. Lock order of counters: own, then
 * networks, narrowest first.
 * @param from clause that yields one row for a failed attempt, and none otherwise
 */
export function countingFailedAttempt(
  throttle: SqlThrottle | undefined,
  from: RawBuilder<unknown>,
) {
  if (!throttle) return sql``
  return sql`
    own_attempt as (${countingOwn(throttle, from)} returning 1),
    network_attempt as (${counting(throttle.networks, sql`${from} and exists (select from own_attempt)`)}),`
}

function countingOwn({ own }: SqlThrottle, from: RawBuilder<unknown>, time?: RawBuilder<Date>) {
  return counting({ keys: sql`array[${own}]`, frees: [limits.freeAttempts] }, from, time)
}

const isForgotten = sql<boolean>`known.last_failed_at < now() - interval '1 day'`
/** An unchecked attempt does not extend the day after the last failed one. */
const timeBefore = sql<Date>`case when ${isForgotten} then now() else known.last_failed_at end`

/**
 * SQL: after the free attempts, the wait doubles with each failure. Right attempts reset nothing, because the owner
 * of one code could then guess others forever. A day without a failure resets the counter.
 */
function counting({ keys, frees }: SqlThrottle['networks'], from = sql``, time = sql<Date>`now()`) {
  const counter = sql`unnest(${keys}::text[], ${frees}::integer[]) with ordinality
    as counter (key, free, place)`
  const free = sql`(select free from ${counter} where key = excluded.throttle_key)`
  const failures = sql`case when ${isForgotten} then 1 else known.failures + 1 end`
  return sql`
    insert into failed_attempts as known (throttle_key, failures, last_failed_at, blocked_until)
    select key, 1, now(), now() from (select 1 as attempt ${from}) as given cross join ${counter}
    order by place
    on conflict (throttle_key) do update set
      failures = ${failures},
      last_failed_at = ${time},
      blocked_until = now() + case
        when ${failures} <= ${free} then interval '0'
        else least(
          make_interval(secs => 2 ^ least(${failures} - ${free}, 30)),
          make_interval(secs => ${limits.attemptWaitSecondsMax}))
      end`
}
