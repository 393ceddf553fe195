import { limits } from '@coinless/contract/limits.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { turnsByName } from '../../platform/concurrency/turns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { networkOf, networksOf } from '../request/caller-address.ts'

const inTurn = turnsByName(1)

/** Whose failed attempts are counted: their own, and those of their network, or many accounts would help. */
export interface Throttle {
  own: string
  /** Of the caller's networks, narrowest first: what each of them counts by, and its free attempts. */
  networks: { key: string; free: number }[]
  /** SQL: waits of their networks, which others caused, do not hold them up. */
  isKnown: RawBuilder<SqlBool>
}

interface Limiting {
  config: { rateLimits: boolean }
}

/** Whoever types a prepaid code. Known is who has paid somebody before. Undefined: nobody is slowed down. */
export function codeThrottle(
  { config }: Limiting,
  caller: { id: string; address: string },
): Throttle | undefined {
  if (!config.rateLimits) return undefined
  return {
    own: `code by account ${caller.id}`,
    networks: networksCounted('code from', caller.address),
    isKnown: sql`exists (
      select from transactions
      where payer_id = ${caller.id} and owner_id <> payer_id and amount > 0
    )`,
  }
}

/**
 * Whoever types a password. Not by account alone: anybody could keep its owner out by guessing.
 */
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

/**
 * Whoever types a code of an authenticator. Behind the right password, so that by account nobody
 * else is kept out.
 */
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

/** The narrowest key has no suffix: it goes on counting from before there were others. */
export function networksCounted(what: string, address: string): Throttle['networks'] {
  return networksOf(address).map(({ name, factor }) => ({
    key: `${what} ${name}`,
    free: limits.freeAttemptsOfNetwork * factor,
  }))
}

function hasSignedIn(userId: RawBuilder<unknown>, network: string) {
  return sql<SqlBool>`exists (select from sessions where user_id = ${userId} and network = ${network})`
}

/**
 * SQL: for how many seconds they still have to wait; null for none. Until the transaction ends, no other
 * attempt of theirs is judged.
 */
export function waitingSeconds(throttle: Throttle | undefined) {
  if (!throttle) return sql<number | null>`null::integer`
  const { own, networks, isKnown } = throttle
  const keys = networks.map(({ key }) => key)
  return sql<
    number | null
  >`attempt_wait_of(${own}, ${keys}::text[], ${isKnown}, ${limits.attemptWaitSecondsMax})`
}

/**
 * Judges an attempt that is counted as a failed one before, and taken back when it was right: many attempts
 * at once, on whatever servers, are as few as one after the other. On one server they wait for each
 * other, so that right ones at once are all good.
 * @throws Refusal too_many_attempts while they have to wait, whether right this time or not
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

/** The attempt was admitted, so there was no wait before it. */
async function takeBack(database: Database, { own }: Throttle): Promise<void> {
  await sql`update failed_attempts set failures = failures - 1, blocked_until = now()
    where throttle_key = ${own}`.execute(database)
}

/** What was counted before as one's own has failed: its day begins now, and the network counts it. */
async function countFailed(database: Database, throttle: Throttle): Promise<void> {
  await sql`update failed_attempts set last_failed_at = now() where throttle_key = ${throttle.own}`.execute(
    database,
  )
  await countingOfNetwork(throttle).execute(database)
}

/**
 * SQL: the parts of a statement that count a failed attempt which it judges itself. Counters are locked in
 * the same order everywhere: one's own, then those of the networks, narrowest first.
 * @param from where there is one row for a failed attempt, and none for another
 */
export function countingFailedAttempt(throttle: Throttle | undefined, from: RawBuilder<unknown>) {
  if (!throttle) return sql``
  return sql`
    own_attempt as (${countingOwn(throttle, from)} returning 1),
    network_attempt as (${countingOfNetwork(throttle, sql`${from} and exists (select from own_attempt)`)}),`
}

function countingOwn({ own }: Throttle, from: RawBuilder<unknown>, time?: RawBuilder<Date>) {
  return counting([{ key: own, free: limits.freeAttempts }], from, time)
}

function countingOfNetwork({ networks }: Throttle, from?: RawBuilder<unknown>) {
  return counting(networks, from)
}

const isForgotten = sql<boolean>`known.last_failed_at < now() - interval '1 day'`
/** An attempt that may be right does not lengthen the day after the last wrong one. */
const timeBefore = sql<Date>`case when ${isForgotten} then now() else known.last_failed_at end`

/**
 * SQL: after the free attempts the wait doubles with each; right ones in between change nothing, or
 * whoever has one code could guess others for ever. A day without an attempt forgets them.
 */
function counting(counters: Throttle['networks'], from = sql``, time = sql<Date>`now()`) {
  const keys = counters.map(({ key }) => key)
  const frees = counters.map(({ free }) => free)
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
