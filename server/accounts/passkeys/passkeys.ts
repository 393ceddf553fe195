import { limits } from '@coinless/contract/limits.ts'
import { Passkey, type passkeys } from '@coinless/contract/passkeys.ts'
import type { z } from 'zod'
import { listPage } from '../../http/lists/list.ts'
import { lockOwnAccount } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { markProven, unproveWithoutFactor } from '../../sessions/account/sessions.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { isChallenge, keepChallenge } from '../second-factor/challenges.ts'
import { endBegunFactors, hasFactor, lockProvenAccount } from '../second-factor/factors.ts'
import { accepted, type PublicOrigin, webauthn } from '../second-factor/passkey-signing.ts'
import {
  deleteUselessRecoveryCodes,
  replaceRecoveryCodes,
} from '../second-factor/recovery-codes.ts'

const passkeyColumns = columns(Passkey)

export async function listPasskeys(
  database: Database,
  caller: SignedInCaller,
  query: z.output<typeof passkeys.list.query>,
) {
  return listPage(
    database,
    database.selectFrom('passkeys').select(passkeyColumns).where('user_id', '=', caller.id),
    query,
  )
}

/**
 * @param signInSecrets result of proveOwner
 * @throws Refusal factor_needed, too_many_passkeys
 */
export async function creationOptions(
  database: Database,
  caller: SignedInCaller,
  origin: PublicOrigin,
  signInSecrets: string,
) {
  const known = await database
    .selectFrom('passkeys')
    .select('credential_id as id')
    .where('user_id', '=', caller.id)
    .execute()
  if (known.length >= limits.passkeysMax) throw new Refusal('too_many_passkeys')
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: 'Coinless',
    rpID: new URL(origin).hostname,
    userID: new Uint8Array(Buffer.from(caller.id)),
    userName: caller.email,
    userDisplayName: caller.full_name,
    excludeCredentials: known,
    // The passkey replaces address and password at sign-in, so its device must verify the user.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await database.transaction().execute(async (transaction) => {
    await lockProvenAccount(transaction, caller, signInSecrets)
    await keepChallenge(transaction, options.challenge, { purpose: 'creation', user_id: caller.id })
  })
  return { ...options }
}

/** @throws Refusal passkey_not_accepted */
export async function addPasskey(
  database: Database,
  caller: SignedInCaller,
  origin: PublicOrigin,
  { name, credential }: { name: string; credential: object },
) {
  const { verifyRegistrationResponse } = await webauthn()
  return database.transaction().execute(async (transaction) => {
    await lockOwnAccount(transaction, caller)
    const made = await accepted(
      verifyRegistrationResponse({
        response: credential as never,
        expectedChallenge: (challenge) =>
          isChallenge(transaction, challenge, { purpose: 'creation', user_id: caller.id }),
        expectedOrigin: origin,
        expectedRPID: new URL(origin).hostname,
      }),
    )
    if (!made.registrationInfo) throw new Refusal('passkey_not_accepted')
    const { id, publicKey, counter } = made.registrationInfo.credential
    const isFirst = !(await hasFactor(transaction, caller.id))
    await endBegunFactors(transaction, caller.id)
    const passkey = await transaction
      .insertInto('passkeys')
      .values({
        user_id: caller.id,
        name,
        credential_id: id,
        public_key: Buffer.from(publicKey),
        counter,
      })
      .returning(passkeyColumns)
      .executeTakeFirstOrThrow()
    await recordEvent(transaction, caller, 'passkey_added', { id: passkey.id, name })
    await markProven(transaction, caller)
    const recovery_codes = isFirst ? await replaceRecoveryCodes(transaction, caller.id) : []
    return { ...passkey, recovery_codes }
  })
}

/**
 * @param signInSecrets result of proveOwner
 * @throws Refusal factor_needed, passkey_not_found
 */
export async function deletePasskey(
  database: Database,
  caller: SignedInCaller,
  id: string,
  signInSecrets: string,
) {
  await database.transaction().execute(async (transaction) => {
    await lockProvenAccount(transaction, caller, signInSecrets)
    const deleted = await transaction
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', caller.id)
      .returning('name')
      .executeTakeFirst()
    if (!deleted) throw new Refusal('passkey_not_found')
    await endBegunFactors(transaction, caller.id)
    await recordEvent(transaction, caller, 'passkey_removed', { id, name: deleted.name })
    await unproveWithoutFactor(transaction, caller.id)
    await deleteUselessRecoveryCodes(transaction, caller.id)
  })
}
