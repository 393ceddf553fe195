import { z } from 'zod'
import { SignedIn } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { id, listOf, text, timestamp, wholeListQuery } from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'
import { credential, ownerProof, proofRefusals } from './second-factor.ts'

export const Passkey = z.object({
  id,
  name: z.string(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** Arguments and results of the browser's API: W3C Web Authentication, as JSON. */
const options = z.looseObject({ challenge: z.string() })

export const passkeys = {
  list: endpoint('GET', '/users-me/passkeys', {
    summary: 'List your passkeys, newest first',
    may: 'signed-in',
    needs: 'account',
    query: wholeListQuery,
    reply: listOf(Passkey),
    refusals: ['list_too_long'],
  }),
  creationOptions: endpoint('POST', '/users-me/passkeys/options', {
    summary: 'Get WebAuthn options to create a passkey',
    may: 'account',
    needs: 'account',
    body: ownerProof,
    reply: options,
    refusals: [...proofRefusals, 'too_many_passkeys'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  add: endpoint('POST', '/users-me/passkeys', {
    summary: 'Add a passkey created by the browser',
    may: 'account',
    needs: 'account',
    body: z.strictObject({ name: text(limits.labelMax), credential }),
    reply: Passkey.extend({
      recovery_codes: z
        .array(z.string())
        .describe(
          "Recovery codes, each of which replaces the second factor once. Returned with the account's first second factor",
        ),
    }),
    creates: true,
    refusals: ['passkey_not_accepted', 'bad_host'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  remove: endpoint('POST', '/users-me/passkeys/:id/remove', {
    summary: 'Delete a passkey',
    may: 'account',
    needs: 'account',
    params: z.strictObject({ id }),
    body: ownerProof,
    reply: null,
    refusals: [...proofRefusals, 'passkey_not_found'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  proofOptions: endpoint('POST', '/users-me/passkeys/proof', {
    summary: 'Get WebAuthn options to confirm an action with a passkey',
    may: 'account',
    needs: 'account',
    reply: options,
    refusals: ['bad_host'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  signInOptions: endpoint('POST', '/passkey-sign-ins/options', {
    summary: 'Get WebAuthn options to sign in with a passkey',
    may: 'anyone',
    reply: options,
    refusals: ['bad_host'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  signIn: endpoint('POST', '/passkey-sign-ins', {
    summary: 'Sign in with a passkey',
    may: 'anyone',
    body: z.strictObject({ credential }),
    reply: SignedIn,
    refusals: ['passkey_not_accepted', 'bad_host'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
}
