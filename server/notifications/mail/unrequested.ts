import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { Network } from '../../http/request/caller-address.ts'
import { countToday } from '../../http/throttle/network-counts.ts'
import type { Database } from '../../platform/database/connection.ts'
import { aDay, isWithin } from '../../platform/database/due.ts'
import { locks } from '../../platform/database/locks.ts'

const mostOfKind = {
  invitation: limits.invitationsToAddress,
  acceptance: 1,
  receipt: limits.receiptsToTypedAddress,
  code_mail: limits.codeMailsToAddress,
}

/** Mail that anyone can cause to someone else's address. */
type UnaskedMail = keyof typeof mostOfKind

/** Counted separately, so that a flood of other mail does not block password codes. */
type Code = 'verification' | 'password'

/**
 * Counts a mail to a mailbox over all accounts. Callers do not report a refusal, which would reveal other people's mail.
 * @returns whether it may be sent
 */
export async function countUnrequested(
  transaction: Database,
  address: string,
  kind: UnaskedMail,
): Promise<boolean> {
  const { same, others } = await countsOf(transaction, address, kind)
  if (others >= limits.unaskedMailsToAddress || same >= mostOfKind[kind]) return false
  await sql`insert into unrequested_mails (address_hash, kind)
    values (${hashOf(mailboxOf(address))}, ${kind})`.execute(transaction)
  return true
}

interface Recipient {
  email: string
  email_verified: boolean
  /** Networks share one counter for mail to their unverified accounts. */
  networks: readonly Network[]
}

/**
 * Counts a code by exact address, so that no account uses up another's codes. Anyone can register other spellings of a
 * mailbox, so unverified ones share one counter. Callers do not report a refusal.
 * @returns how many more are allowed within a day; undefined: this one is not
 */
export async function countCode(
  transaction: Database,
  { email, email_verified, networks }: Recipient,
  kind: Code,
): Promise<number | undefined> {
  const mailbox = mailboxOf(email)
  const { same, exact } = await countsOf(transaction, email, kind)
  const isSharing = !email_verified && email.toLowerCase() !== mailbox
  const left = Math.min(
    limits.emailCodesToAddress - exact,
    isSharing ? limits.emailCodesToMailbox - same : limits.emailCodesToAddress,
  )
  if (left <= 0 || (!email_verified && (await isTooManyOf(transaction, networks)))) return undefined
  await sql`insert into unrequested_mails (address_hash, exact_hash, kind)
    values (${hashOf(mailbox)}, ${hashOf(email)}, ${kind})`.execute(transaction)
  return left - 1
}

async function isTooManyOf(transaction: Database, networks: readonly Network[]): Promise<boolean> {
  if (networks.length === 0) return false
  return countToday(transaction, 'mails', networks, limits.emailCodesOfNetwork)
}

/** Serializes counting for a mailbox until the transaction ends. */
async function countsOf(transaction: Database, address: string, kind: UnaskedMail | Code) {
  const mailbox = mailboxOf(address)
  await sql`select pg_advisory_xact_lock(${sql.lit(locks.unrequestedMails)}, hashtext(${mailbox}))`.execute(
    transaction,
  )
  const { rows } = await sql<{ same: number; exact: number; others: number }>`
    select count(*) filter (where kind = ${kind}) as same,
      count(*) filter (where kind = ${kind} and exact_hash = ${hashOf(address)}) as exact,
      count(*) filter (where kind not in ('verification', 'password')) as others
    from unrequested_mails where address_hash = ${hashOf(mailbox)}
      and ${isWithin(sql`created_at`, aDay)}`.execute(transaction)
  return rows[0] ?? { same: 0, exact: 0, others: 0 }
}

/** Seconds until another code of a kind may be mailed to an address; 0: now. */
export async function waitForCode(
  transaction: Database,
  address: string,
  kind: Code,
): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from created_at + interval '1 day' - now()))::integer as seconds
    from unrequested_mails where address_hash = ${hashOf(mailboxOf(address))}
      and exact_hash = ${hashOf(address)} and kind = ${kind}
      and ${isWithin(sql`created_at`, aDay)}
    order by created_at desc offset ${limits.emailCodesToAddress - 1} limit 1`.execute(transaction)
  return rows[0]?.seconds ?? 0
}

/** The owner entered a mailed code: codes requested by strangers no longer count. */
export async function forgetUnrequestedCodes(
  transaction: Database,
  address: string,
): Promise<void> {
  await sql`delete from unrequested_mails
    where address_hash = ${hashOf(mailboxOf(address))} and exact_hash = ${hashOf(address)}`.execute(
    transaction,
  )
}

function hashOf(address: string) {
  return sql`sha256(convert_to(${address.toLowerCase()}, 'UTF8'))`
}

/** Gmail ignores dots in names and has two domains. */
const gmail = ['gmail.com', 'googlemail.com']

/** Mailbox of an address: without the part after a plus. */
function mailboxOf(address: string): string {
  const [name = '', host = ''] = address.toLowerCase().split('@')
  const [plain = ''] = name.split('+', 1)
  return gmail.includes(host) ? `${plain.replaceAll('.', '')}@${gmail[0]}` : `${plain}@${host}`
}
