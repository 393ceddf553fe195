import {
  type DeviceField,
  deviceFieldNames,
  deviceFields,
} from '@coinless/contract/device-fields.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { User } from '@coinless/contract/users.ts'
import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

export type ClosedUser = Pick<User, 'id' | 'email' | 'email_verified'>

/**
 * Matches data of others that names the account by its address. An unverified address matches nothing, because it may
 * belong to someone else, whose name and codes would be lost.
 */
export function hasAddress({ email, email_verified }: ClosedUser, column: string) {
  return sql<SqlBool>`(${sql.ref(column)} = ${email} and ${email_verified})`
}

/** Removes the customer's data from codes. Codes that others issued still pay for anyone who has their text. */
export async function forgetHolder(transaction: Database, user: ClosedUser): Promise<void> {
  const { id, email } = user
  const isOwn = sql<SqlBool>`(user_id = ${id} or ${user.email_verified})`
  await transaction
    .updateTable('prepaid_codes')
    .set({ customer_email: null, customer_name: null, phone_number: null, location: null })
    .where('customer_email', '=', email)
    .where(isOwn)
    .execute()
  // Not null, because a code of an admin without a landlord pays everywhere.
  await transaction
    .updateTable('prepaid_codes')
    .set({ landlord_email: sql<string>`closed_account_email(${id})` })
    .where('landlord_email', '=', email)
    .where(isOwn)
    .execute()
}

/**
 * Removes the address and name of a closed account from data of others and from records that are kept. Add columns of
 * new tables here: a test searches all tables.
 */
export async function forgetAddress(transaction: Database, user: ClosedUser): Promise<void> {
  await forgetHistory(transaction, user)
  await takeOffDevices(transaction, user)
  if (user.email_verified) {
    await forgetAnswers(transaction, user)
    await transaction.deleteFrom('memberships').where('email', '=', user.email).execute()
  }
  await sql`select delete_zero_row_counts(${user.email})`.execute(transaction)
  await sql`delete from failed_attempts
    where starts_with(throttle_key, ${`password of ${user.email} from `})`.execute(transaction)
}

/**
 * Works in chunks, so that no statement takes too long. Call while devices still name the address, because the search
 * uses them.
 */
async function forgetHistory(transaction: Database, { id, email }: ClosedUser): Promise<void> {
  const atOnce = limits.forgottenAtClosing
  for (const part of [
    sql`anonymize_history(${id}, ${email}, ${atOnce})`,
    sql`anonymize_api_keys_in_history(${id}, ${atOnce})`,
  ]) {
    for (let changed = 1; changed > 0; ) {
      const { rows } = await sql<{ changed: number }>`select ${part} as changed`.execute(
        transaction,
      )
      changed = rows[0]?.changed ?? 0
    }
  }
}

/**
 * Removes the landlord from other owners' devices, as if the landlord had refused. Clears the texts of own devices and
 * rooms, which no account can see any more.
 */
async function takeOffDevices(transaction: Database, user: ClosedUser): Promise<void> {
  const { id, email } = user
  await sql`update devices set landlord_email = owner.email, updated_at = now() from users as owner
    where owner.id = owner_id and landlord_email = ${email}
      and (owner_id = ${id} or ${user.email_verified})`.execute(transaction)
  const personal = deviceFieldNames().flatMap((name) => {
    const { isPersonal, isRequired }: DeviceField = deviceFields[name]
    return isPersonal ? [sql`${sql.ref(name)} = ${isRequired ? '' : null}`] : []
  })
  await sql`update devices set ${sql.join(personal)} where owner_id = ${id}`.execute(transaction)
  await sql`update rooms set landlord_email = closed_account_email(${id}), location = number
    where landlord_email = ${email}`.execute(transaction)
}

/** Removes the data from answers stored for retries of others, such as the issue of a code. */
async function forgetAnswers(transaction: Database, { id, email }: ClosedUser): Promise<void> {
  await sql`update idempotency_keys set answer = jsonb_set(answer, '{done}', (answer -> 'done') || ${{
    customer_email: null,
    customer_name: null,
    phone_number: null,
    location: null,
  }}::jsonb) where answer #>> '{done,customer_email}' = ${email}`.execute(transaction)
  await sql`update idempotency_keys
    set answer = jsonb_set(answer, '{done,landlord_email}', to_jsonb(closed_account_email(${id})))
    where answer #>> '{done,landlord_email}' = ${email}`.execute(transaction)
}
