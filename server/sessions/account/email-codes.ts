import { createHash, randomInt } from 'node:crypto'
import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { codeKey } from '@coinless/contract/typed-secrets.ts'
import { sql } from 'kysely'
import { lockAccount } from '../../http/request/account-lock.ts'
import type { Origin } from '../../http/request/caller.ts'
import { type Network, networksOf } from '../../http/request/caller-address.ts'
import { isFullToday } from '../../http/throttle/network-counts.ts'
import { mail } from '../../notifications/mail/mail.ts'
import { countCode, forgetUnrequestedCodes } from '../../notifications/mail/unrequested.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { alphabet } from '../../platform/secrets/code-text.ts'

export type Purpose = 'verification' | 'password'

/** Where a code is entered. */
const pathFor: Record<Purpose, string> = {
  verification: '/profile#verify',
  password: '/auth/password',
}

/** Symbols of the prepaid code alphabet, which suits retyping from another screen. */
const symbolsOfCode = 8

/**
 * Mails a new code unless one was mailed moments ago or the address has reached its daily limit. Earlier codes stay
 * valid, because anyone can request new ones; the last code of a day is valid until the next one can be mailed, so
 * that requests cannot lock out the owner.
 * @param networks of the call; they share a limit on codes for unverified accounts
 */
export async function mailCode(
  { database, config }: { database: Database; config: AppConfig },
  user: { id: string; email: string },
  purpose: Purpose,
  language: Language,
  networks: readonly Network[],
): Promise<void> {
  const symbols = Array.from(
    { length: symbolsOfCode },
    () => alphabet[randomInt(alphabet.length)],
  ).join('')
  await database.transaction().execute(async (transaction) => {
    const { closed_at, email_verified } = await lockAccount(transaction, user.id)
    if (closed_at || (await hasNewCode(transaction, user.id, purpose))) return
    const recipient = { email: user.email, email_verified, networks }
    const left = await countCode(transaction, recipient, purpose)
    if (left === undefined) return
    const isLast = left === 0
    const minutes = isLast ? limits.lastEmailCodeMinutes : limits.emailCodeMinutes
    await transaction
      .insertInto('email_codes')
      .values({
        user_id: user.id,
        purpose,
        code_hash: hashOf(symbols),
        expires_at: sql`now() + make_interval(mins => ${minutes})`,
      })
      .execute()
    const words = mailTexts[language][purpose]({ code: readable(symbols), minutes, isLast })
    await mail(transaction, config, user.email, { ...words, path: pathFor[purpose] }, minutes)
  })
}

/**
 * Informs signed-in callers, who would otherwise wait in vain. Not for anonymous requests, which learn nothing about
 * an address.
 * @throws Refusal too_many_mails_of_network
 */
export async function refuseWithoutMails(
  database: Database,
  networks: readonly Network[],
): Promise<void> {
  if (networks.length === 0) return
  const isFull = await isFullToday(database, 'mails', networks, limits.emailCodesOfNetwork)
  if (isFull) throw new Refusal('too_many_mails_of_network')
}

/** Requires that the account is locked. */
async function hasNewCode(
  transaction: Database,
  userId: string,
  purpose: Purpose,
): Promise<boolean> {
  await transaction
    .deleteFrom('email_codes')
    .where('user_id', '=', userId)
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  const { rows } = await sql`
    select from email_codes where user_id = ${userId} and purpose = ${purpose}
      and abs(extract(epoch from now() - created_at)) < ${limits.emailCodePauseSeconds}`.execute(
    transaction,
  )
  return rows.length > 0
}

/** Seconds until another code can be mailed to an account. */
export async function pauseOfCodes(transaction: Database, userId: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(max(${limits.emailCodePauseSeconds} - ceil(age)), 0)::integer as seconds from (
      select abs(extract(epoch from now() - created_at)) as age from email_codes
      where user_id = ${userId}
    ) as made`.execute(transaction)
  return rows[0]?.seconds ?? 0
}

/** A correctly entered code, until it is redeemed. */
interface RightCode {
  userId: string
  purpose: Purpose
  code_hash: Buffer
}

/**
 * Checks an entered code. Counts the try first, so that concurrent tries gain nothing, and per network, so that
 * nobody can use up the owner's tries from elsewhere.
 * @throws Refusal wrong_email_code if it is wrong, expired or tried too often from there
 */
export async function judgeEmailCode(
  database: Database,
  origin: Origin,
  userId: string,
  purpose: Purpose,
  code: string,
): Promise<RightCode> {
  const networks = networksOf(origin.address)
  const names = networks.map(({ name }) => name)
  const mosts = networks.map(({ factor }) => factor * limits.emailCodeTries)
  const caller = sql`unnest(${names}::text[], ${mosts}::integer[]) with ordinality
    as caller (network, most, place)`
  const { rows } = await sql<{ code_hash: Buffer }>`
    insert into email_code_attempts as known (user_id, purpose, code_hash, network, attempts)
    select user_id, purpose, code_hash, caller.network, 1 from email_codes cross join ${caller}
    where user_id = ${userId} and purpose = ${purpose} and expires_at > now()
    order by code_hash, caller.place for key share of email_codes
    on conflict (user_id, purpose, code_hash, network) do update set attempts = known.attempts + 1
    where known.attempts < (select most from ${caller} where caller.network = known.network)
    returning code_hash`.execute(database)
  const typed = hashOf(codeKey(code))
  const mayTry = rows.filter(({ code_hash }) => code_hash.equals(typed))
  if (mayTry.length < networks.length) throw new Refusal('wrong_email_code')
  return { userId, purpose, code_hash: typed }
}

/**
 * Deletes all codes of the purpose in the transaction that they authorize, so that a code stays valid if that fails.
 * @throws Refusal wrong_email_code if it was used concurrently
 */
export async function redeemEmailCode(
  transaction: Database,
  { userId, purpose, code_hash }: RightCode,
): Promise<void> {
  const used = await transaction
    .deleteFrom('email_codes')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .returning('code_hash')
    .execute()
  if (!used.some((each) => each.code_hash.equals(code_hash))) {
    throw new Refusal('wrong_email_code')
  }
  const { email } = await transaction
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await forgetUnrequestedCodes(transaction, email)
}

function readable(symbols: string): string {
  return symbols.replace(/^(.{4})/, '$1-')
}

function hashOf(symbols: string): Buffer {
  return createHash('sha256').update(symbols).digest()
}
