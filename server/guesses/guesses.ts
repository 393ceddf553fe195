import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { networkOf } from '../http/caller-address.ts'
import { Refusal } from '../http/refusal.ts'

interface Counter {
  name: string
  /** Wrong guesses in a day before there is a wait. */
  free: number
}

/** All that counts the wrong guesses of one caller. Empty where nobody is slowed down. */
export type Guesser = readonly Counter[]

interface Limiting {
  config: { rateLimits: boolean }
}

/** Whoever types a prepaid code: by account, and by network, or many accounts would help. */
export function codeGuesser(
  { config }: Limiting,
  person: { id: string; address: string },
): Guesser {
  if (!config.rateLimits) return []
  return [
    { name: `code by account ${person.id}`, free: limits.freeGuesses },
    { name: `code from ${networkOf(person.address)}`, free: limits.freeGuessesOfNetwork },
  ]
}

/**
 * Whoever types a password. Not by account alone: anybody could keep its owner out by guessing.
 */
export function passwordGuesser(
  { config }: Limiting,
  email: string,
  origin: { address: string },
): Guesser {
  if (!config.rateLimits) return []
  const network = networkOf(origin.address)
  return [
    { name: `password of ${email} from ${network}`, free: limits.freeGuesses },
    { name: `password from ${network}`, free: limits.freeGuessesOfNetwork },
  ]
}

/**
 * Whoever types a code of an authenticator. Behind the right password, so that by account nobody
 * else is kept out.
 */
export function secondFactorGuesser(
  { config }: Limiting,
  account: { id: string },
  origin: { address: string },
): Guesser {
  if (!config.rateLimits) return []
  return [
    { name: `second factor of ${account.id}`, free: limits.freeGuesses },
    { name: `second factor from ${networkOf(origin.address)}`, free: limits.freeGuessesOfNetwork },
  ]
}

/** SQL: for how many seconds the guesser still has to wait; null for none. */
export function waitingSeconds(guesser: Guesser) {
  const names = guesser.map(({ name }) => name)
  return sql<number | null>`(
    select ceil(extract(epoch from max(blocked_until) - now()))::int
    from wrong_guesses where guesser = any (${names}) and blocked_until > now()
  )`
}

/** @throws Refusal too_many_guesses while the guesser has to wait, whether right this time or not. */
export async function refuseGuesser(database: Database, guesser: Guesser): Promise<void> {
  if (guesser.length === 0) return
  const { rows } = await sql<{ seconds: number | null }>`
    select ${waitingSeconds(guesser)} as seconds`.execute(database)
  const seconds = rows[0]?.seconds
  if (seconds) throw new Refusal('too_many_guesses', { seconds })
}

/**
 * Counts a wrong guess. After the free ones the wait doubles with each; right ones in between change
 * nothing, or whoever has one code could guess others for ever.
 */
export async function countWrongGuess(database: Database, guesser: Guesser): Promise<void> {
  if (guesser.length === 0) return
  await sql`delete from wrong_guesses where last_failed_at < now() - interval '1 day'`.execute(
    database,
  )
  // One statement each: no row stays locked while the next is waited for, so there is no deadlock.
  for (const { name, free } of guesser) {
    await sql`
      insert into wrong_guesses as known (guesser, failures, last_failed_at, blocked_until)
      values (${name}, 1, now(), now())
      on conflict (guesser) do update set
        failures = known.failures + 1,
        last_failed_at = now(),
        blocked_until = now() + case
          when known.failures + 1 <= ${free} then interval '0'
          else least(
            make_interval(secs => 2 ^ least(known.failures + 1 - ${free}, 30)),
            make_interval(secs => ${limits.guessWaitSecondsMax}))
        end`.execute(database)
  }
}
