import { limits } from '@coinless/contract/limits.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { networkOf } from '../calls/caller-address.ts'
import type { Database } from '../database/connection.ts'
import { Refusal } from '../refusals/refusal.ts'
import { turnsByName } from './turns.ts'

const inTurn = turnsByName(1)

/** Who guesses, as it is counted: by themselves, and by their network, or many accounts would help. */
export interface Guesser {
  own: string
  network: string
  /** SQL: waits of their network, which others caused, do not hold them up. */
  isKnown: RawBuilder<SqlBool>
}

interface Limiting {
  config: { rateLimits: boolean }
}

/** Whoever types a prepaid code. Known is who has paid somebody before. Undefined: nobody is slowed down. */
export function codeGuesser(
  { config }: Limiting,
  caller: { id: string; address: string },
): Guesser | undefined {
  if (!config.rateLimits) return undefined
  return {
    own: `code by account ${caller.id}`,
    network: `code from ${networkOf(caller.address)}`,
    isKnown: sql`exists (
      select from transactions
      where payer_id = ${caller.id} and owner_id <> payer_id and amount > 0
    )`,
  }
}

/**
 * Whoever types a password. Not by account alone: anybody could keep its owner out by guessing.
 */
export function passwordGuesser(
  { config }: Limiting,
  email: string,
  origin: { address: string },
): Guesser | undefined {
  if (!config.rateLimits) return undefined
  const network = networkOf(origin.address)
  return {
    own: `password of ${email} from ${network}`,
    network: `password from ${network}`,
    isKnown: hasSignedIn(sql`(select id from users where email = ${email})`, network),
  }
}

/**
 * Whoever types a code of an authenticator. Behind the right password, so that by account nobody
 * else is kept out.
 */
export function secondFactorGuesser(
  { config }: Limiting,
  account: { id: string },
  origin: { address: string },
): Guesser | undefined {
  if (!config.rateLimits) return undefined
  const network = networkOf(origin.address)
  return {
    own: `second factor of ${account.id}`,
    network: `second factor from ${network}`,
    isKnown: hasSignedIn(sql`${account.id}`, network),
  }
}

function hasSignedIn(userId: RawBuilder<unknown>, network: string) {
  return sql<SqlBool>`exists (select from sessions where user_id = ${userId} and network = ${network})`
}

/**
 * SQL: for how many seconds the guesser still has to wait; null for none. Until the transaction ends,
 * nobody else guesses under the same name.
 */
export function waitingSeconds(guesser: Guesser | undefined) {
  if (!guesser) return sql<number | null>`null::integer`
  const { own, network, isKnown } = guesser
  return sql<
    number | null
  >`guess_wait(${own}, ${network}, ${isKnown}, ${limits.guessWaitSecondsMax})`
}

/**
 * Judges a guess that is counted as a wrong one before, and taken back when it was right: many guesses
 * at once, on whatever servers, are as few as one after the other. On one server they wait for each
 * other, so that right ones at once are all good.
 * @throws Refusal too_many_guesses while the guesser has to wait, whether right this time or not
 */
export async function guess(
  database: Database,
  guesser: Guesser | undefined,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  return guesser ? inTurn(guesser.own, () => judge(database, guesser, isRight)) : isRight()
}

async function judge(
  database: Database,
  guesser: Guesser,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  await countBefore(database, guesser)
  const right = await isRight().catch(async (error) => {
    await takeBack(database, guesser)
    throw error
  })
  if (right) await takeBack(database, guesser)
  else await countWrong(database, guesser)
  return right
}

async function countBefore(database: Database, guesser: Guesser): Promise<void> {
  const { rows } = await sql<{ seconds: number | null }>`
    with waiting as (select ${waitingSeconds(guesser)} as seconds),
    counted as (${countingOwn(guesser, sql`from waiting where seconds is null`, timeBefore)})
    select seconds from waiting`.execute(database)
  const seconds = rows[0]?.seconds
  if (seconds) throw new Refusal('too_many_guesses', { seconds })
}

/** The guess was admitted, so there was no wait before it. */
async function takeBack(database: Database, { own }: Guesser): Promise<void> {
  await sql`update wrong_guesses set failures = failures - 1, blocked_until = now()
    where guesser = ${own}`.execute(database)
}

/** What was counted before as the guesser's own is wrong: its day begins now, and the network counts it. */
async function countWrong(database: Database, guesser: Guesser): Promise<void> {
  await sql`update wrong_guesses set last_failed_at = now() where guesser = ${guesser.own}`.execute(
    database,
  )
  await countingOfNetwork(guesser).execute(database)
}

/**
 * SQL: the parts of a statement that count a wrong guess which it judges itself. Counters are locked in
 * the same order everywhere: one's own, then the network's.
 * @param from where there is one row for a wrong guess, and none for another
 */
export function countingWrongGuess(guesser: Guesser | undefined, from: RawBuilder<unknown>) {
  if (!guesser) return sql``
  return sql`
    own_guess as (${countingOwn(guesser, from)} returning 1),
    network_guess as (${countingOfNetwork(guesser, sql`${from} and exists (select from own_guess)`)}),`
}

function countingOwn({ own }: Guesser, from: RawBuilder<unknown>, time?: RawBuilder<Date>) {
  return counting(own, limits.freeGuesses, from, time)
}

function countingOfNetwork({ network }: Guesser, from?: RawBuilder<unknown>) {
  return counting(network, limits.freeGuessesOfNetwork, from)
}

const isForgotten = sql<boolean>`known.last_failed_at < now() - interval '1 day'`
/** A guess that may be right does not lengthen the day after the last wrong one. */
const timeBefore = sql<Date>`case when ${isForgotten} then now() else known.last_failed_at end`

/**
 * SQL: after the free guesses the wait doubles with each; right ones in between change nothing, or
 * whoever has one code could guess others for ever. A day without a guess forgets them.
 */
function counting(name: string, free: number, from = sql``, time = sql<Date>`now()`) {
  const failures = sql`case when ${isForgotten} then 1 else known.failures + 1 end`
  return sql`
    insert into wrong_guesses as known (guesser, failures, last_failed_at, blocked_until)
    select ${name}, 1, now(), now() ${from}
    on conflict (guesser) do update set
      failures = ${failures},
      last_failed_at = ${time},
      blocked_until = now() + case
        when ${failures} <= ${free}::integer then interval '0'
        else least(
          make_interval(secs => 2 ^ least(${failures} - ${free}::integer, 30)),
          make_interval(secs => ${limits.guessWaitSecondsMax}))
      end`
}
