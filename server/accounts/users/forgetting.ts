import { limits } from '@coinless/contract/limits.ts'
import type { User } from '@coinless/contract/users.ts'
import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

export type ClosedUser = Pick<User, 'id' | 'email' | 'email_verified'>

/**
 * Where what others have names the account by its address. An address that nobody has shown to be theirs may
 * be that of somebody else, whose name and codes would be gone.
 */
export function hasAddress({ email, email_verified }: ClosedUser, column: string) {
  return sql<SqlBool>`(${sql.ref(column)} = ${email} and ${email_verified})`
}

/** Codes that others issued to a person go on paying for whoever has their text. */
export async function forgetHolder(transaction: Database, user: ClosedUser): Promise<void> {
  const { id, email } = user
  const isOwn = sql<SqlBool>`(user_id = ${id} or ${user.email_verified})`
  await transaction
    .updateTable('prepaid_codes')
    .set({ customer_email: null, customer_name: null, phone_number: null, location: null })
    .where('customer_email', '=', email)
    .where(isOwn)
    .execute()
  // Not null: a code of an admin without a landlord pays everywhere.
  await transaction
    .updateTable('prepaid_codes')
    .set({ landlord_email: sql<string>`closed_name(${id})` })
    .where('landlord_email', '=', email)
    .where(isOwn)
    .execute()
}

/**
 * Wherever the address of a closed account, and the name beside it, stand in what others have or what is
 * kept. Columns of new tables belong here: a test looks through all of them.
 */
export async function forgetAddress(transaction: Database, user: ClosedUser): Promise<void> {
  await forgetHistory(transaction, user)
  await takeOffDevices(transaction, user)
  if (user.email_verified) {
    await forgetAnswers(transaction, user)
    await transaction.deleteFrom('memberships').where('email', '=', user.email).execute()
  }
  await sql`select forget_row_counts(${user.email})`.execute(transaction)
  await sql`delete from failed_attempts
    where starts_with(throttle_key, ${`password of ${user.email} from `})`.execute(transaction)
}

/** In parts, so that no statement takes too long. While devices still name the address: it finds by them. */
async function forgetHistory(transaction: Database, { id, email }: ClosedUser): Promise<void> {
  const atOnce = limits.forgottenAtClosing
  for (const part of [
    sql`forget_in_history(${id}, ${email}, ${atOnce})`,
    sql`forget_api_keys_in_history(${id}, ${atOnce})`,
  ]) {
    for (let changed = 1; changed > 0; ) {
      const { rows } = await sql<{ changed: number }>`select ${part} as changed`.execute(
        transaction,
      )
      changed = rows[0]?.changed ?? 0
    }
  }
}

/** Of others: as if the landlord refused them. The texts of own ones, which nobody sees any more, go. */
async function takeOffDevices(transaction: Database, user: ClosedUser): Promise<void> {
  const { id, email } = user
  await sql`update devices set landlord_email = owner.email, updated_at = now() from users as owner
    where owner.id = owner_id and landlord_email = ${email}
      and (owner_id = ${id} or ${user.email_verified})`.execute(transaction)
  await sql`update devices set label = '', device_name = null, location = ''
    where owner_id = ${id}`.execute(transaction)
}

/** What is kept to answer others' repetitions, such as the issue of a code. */
async function forgetAnswers(transaction: Database, { id, email }: ClosedUser): Promise<void> {
  await sql`update idempotency_keys set answer = jsonb_set(answer, '{done}', (answer -> 'done') || ${{
    customer_email: null,
    customer_name: null,
    phone_number: null,
    location: null,
  }}::jsonb) where answer #>> '{done,customer_email}' = ${email}`.execute(transaction)
  await sql`update idempotency_keys
    set answer = jsonb_set(answer, '{done,landlord_email}', to_jsonb(closed_name(${id})))
    where answer #>> '{done,landlord_email}' = ${email}`.execute(transaction)
}
