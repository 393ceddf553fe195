import { z } from 'zod'
import { SignedIn } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { id, knownPassword, listOf, listQuery, text, timestamp, token } from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'

export const Passkey = z.object({
  id,
  name: z.string(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** What the browser's own calls take and give: W3C Web Authentication, as JSON. */
const options = z.looseObject({ challenge: z.string() })
const credential = z.looseObject({ id: token(limits.tokenMax * 2) })

export const passkeys = {
  list: endpoint('GET', '/users-me-passkeys', {
    summary: 'Your passkeys, newest first',
    may: 'signed-in',
    query: listQuery,
    reply: listOf(Passkey),
  }),
  creationOptions: endpoint('POST', '/users-me-passkeys-options', {
    summary: 'What the browser needs to make a passkey for your account',
    may: 'signed-in',
    body: z.strictObject({ current_password: knownPassword }),
    reply: options,
    refusals: ['wrong_password', 'too_many_guesses', 'too_busy', 'too_many_passkeys'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  add: endpoint('POST', '/users-me-passkeys', {
    summary: 'Keep a passkey that the browser has made',
    may: 'signed-in',
    body: z.strictObject({ name: text(limits.labelMax), credential }),
    reply: Passkey,
    creates: true,
    refusals: ['passkey_not_accepted'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  delete: endpoint('DELETE', '/users-me-passkeys/:id', {
    summary: 'Remove a passkey: it signs in no more',
    may: 'signed-in',
    params: z.strictObject({ id }),
    reply: null,
    refusals: ['passkey_not_found'],
  }),
  signInOptions: endpoint('POST', '/auth-passkey-options', {
    summary: 'What the browser needs to sign in with a passkey',
    may: 'anyone',
    reply: options,
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  signIn: endpoint('POST', '/auth-passkey', {
    summary: 'Sign in with a passkey instead of a password',
    may: 'anyone',
    body: z.strictObject({ credential }),
    reply: SignedIn,
    refusals: ['passkey_not_accepted'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
}
