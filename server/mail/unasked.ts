import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { locks } from '../database/locks.ts'

/** Codes of each purpose are counted apart, so that no flood of other mail keeps an owner from a new password. */
const mostOfKind = {
  verification: limits.emailCodesToAddress,
  password: limits.emailCodesToAddress,
  invitation: limits.invitationsToAddress,
  acceptance: 1,
  receipt: limits.receiptsToTypedAddress,
  code_mail: limits.codeMailsToAddress,
}

/** Mail that anybody can cause to an address that is not theirs. */
type UnaskedMail = keyof typeof mostOfKind

const ofCodes: UnaskedMail[] = ['verification', 'password']

/**
 * Counts a mail to an address over all accounts, whatever part of it stands behind a plus. Callers say nothing of a
 * refusal, which would tell what others send there.
 * @returns how many more of this kind may follow within a day; undefined: this one may not leave
 */
export async function countUnasked(
  transaction: Database,
  address: string,
  kind: UnaskedMail,
): Promise<number | undefined> {
  const hash = hashOf(address)
  const mailbox = mailboxOf(address)
  await sql`select pg_advisory_xact_lock(${sql.lit(locks.unaskedMails)}, hashtext(${mailbox}))`.execute(
    transaction,
  )
  const { rows } = await sql<{ same: number; others: number }>`
    select count(*) filter (where kind = ${kind}) as same,
      count(*) filter (where kind <> all (${ofCodes}::text[])) as others
    from code_mail_addresses where address_hash = ${hash}
      and created_at between now() - interval '1 day' and clock_timestamp()`.execute(transaction)
  const { same = 0, others = 0 } = rows[0] ?? {}
  const isFull = !ofCodes.includes(kind) && others >= limits.unaskedMailsToAddress
  if (isFull || same >= mostOfKind[kind]) return undefined
  await sql`insert into code_mail_addresses (address_hash, kind) values (${hash}, ${kind})`.execute(
    transaction,
  )
  return mostOfKind[kind] - same - 1
}

/** The owner of an address has typed a code from it: what strangers asked for counts no more. */
export async function forgetUnaskedCodes(
  transaction: Database,
  address: string,
  kind: 'verification' | 'password',
): Promise<void> {
  await sql`delete from code_mail_addresses
    where address_hash = ${hashOf(address)} and kind = ${kind}`.execute(transaction)
}

function hashOf(address: string) {
  return sql`sha256(convert_to(${mailboxOf(address)}, 'UTF8'))`
}

function mailboxOf(address: string): string {
  const [name = '', ...host] = address.toLowerCase().split('@')
  return [name.split('+', 1), ...host].join('@')
}
