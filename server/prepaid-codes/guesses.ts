import { limits } from '@coinless/contract/limits.ts'
import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { Refusal } from '../http/refusal.ts'
import { isMistyped } from './code-text.ts'

/** Who might be guessing codes: an account, and the network that it calls from. */
export interface Guesser {
  account: string
  network: string
}

/** @returns null where nobody is slowed down. */
export function guesserOf(
  { rateLimits }: { rateLimits: boolean },
  person: { id: string },
  request: { ip: string },
): Guesser | null {
  if (!rateLimits) return null
  return { account: `account ${person.id}`, network: `network ${networkOf(request.ip)}` }
}

/** Whoever has one IPv6 address has the other 2^64 of its network as well. */
function networkOf(address: string): string {
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`).toString()
}

/** SQL: for how many seconds the guesser still has to wait, whatever the code; null for none. */
export function waitingSeconds(guesser: Guesser | null) {
  const names = guesser ? [guesser.account, guesser.network] : []
  return sql<number | null>`(
    select ceil(extract(epoch from max(blocked_until) - now()))::int
    from code_guesses where guesser = any (${names}) and blocked_until > now()
  )`
}

/**
 * Gives a code a text that somebody chose. A text that is taken is somebody's code, so trying texts
 * is guessing, too.
 * @throws Refusal code_looks_mistyped, too_many_guesses
 */
export async function chooseText<T>(
  database: Database,
  guesser: Guesser | null,
  text: string,
  choose: () => Promise<T>,
): Promise<T> {
  if (isMistyped(text)) throw new Refusal('code_looks_mistyped')
  const { rows } = await sql<{ seconds: number | null }>`
    select ${waitingSeconds(guesser)} as seconds`.execute(database)
  const seconds = rows[0]?.seconds
  if (seconds) throw new Refusal('too_many_guesses', { seconds })
  try {
    return await choose()
  } catch (error) {
    const isTaken = error instanceof Error && 'constraint' in error
    if (isTaken && error.constraint === 'prepaid_codes_code_taken') {
      await countWrongGuess(database, guesser)
    }
    throw error
  }
}

/**
 * Counts a wrong guess. After a few free ones the wait doubles with each; right codes in between
 * change nothing, or whoever has one code could guess others for ever.
 */
export async function countWrongGuess(database: Database, guesser: Guesser | null): Promise<void> {
  if (!guesser) return
  await sql`delete from code_guesses where last_failed_at < now() - interval '1 day'`.execute(
    database,
  )
  const free = {
    [guesser.account]: limits.freeGuesses,
    [guesser.network]: limits.freeGuessesOfNetwork,
  }
  for (const [name, freeGuesses] of Object.entries(free)) {
    // The statement keeps the row locked for its own moment only, so two guessers cannot deadlock.
    await sql`
      insert into code_guesses as known (guesser, failures, last_failed_at, blocked_until)
      values (${name}, 1, now(), now())
      on conflict (guesser) do update set
        failures = known.failures + 1,
        last_failed_at = now(),
        blocked_until = now() + case
          when known.failures + 1 <= ${freeGuesses} then interval '0'
          else least(
            make_interval(secs => 2 ^ least(known.failures + 1 - ${freeGuesses}, 30)),
            make_interval(secs => ${limits.guessWaitSecondsMax}))
        end`.execute(database)
  }
}
