import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { knownPassword, text, token } from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'

const SecondFactor = z.object({
  passkey: z.boolean().describe('There is a passkey'),
  authenticator: z.boolean().describe('An authenticator app is asked for at sign-in'),
  recovery_codes_left: z.int(),
  is_required: z.boolean().describe('You are an admin, and admins need a second factor here'),
  is_proven: z.boolean().describe('This session was opened with one'),
})

const RecoveryCodes = z.object({
  recovery_codes: z.array(z.string()).describe('Each signs in once without the authenticator'),
})

/** From the authenticator app, or one of the recovery codes. */
export const secondFactorCode = text(limits.codeMax)

/** What the browser's own calls give: W3C Web Authentication, as JSON. */
export const credential = z.looseObject({ id: token(limits.tokenMax * 2) })

/**
 * That the owner of the account is there, and not only a session or a password of theirs: where there is
 * a second factor, it takes one as well.
 */
export const ownerProof = z.strictObject({
  current_password: knownPassword,
  second_factor: secondFactorCode.optional(),
  passkey: credential.optional().describe('What a passkey has signed for the proof options'),
})
export type OwnerProof = z.output<typeof ownerProof>

export const proofRefusals = [
  'wrong_password',
  'too_many_guesses',
  'too_busy',
  'factor_needed',
  'wrong_second_factor',
  'passkey_not_accepted',
  'bad_host',
] as const

export const secondFactor = {
  get: endpoint('GET', '/users-me-second-factor', {
    summary: 'How your account is protected beside its password',
    may: 'signed-in',
    reply: SecondFactor,
  }),
  addAuthenticator: endpoint('POST', '/users-me-authenticator', {
    summary: 'A secret for an authenticator app; it counts once a code of it was confirmed',
    may: 'signed-in',
    body: ownerProof,
    reply: z.object({
      secret: z.string().describe('Base 32, to be typed into the app'),
      uri: z.string().describe('The same as otpauth URI, for a QR code'),
    }),
    refusals: [...proofRefusals, 'second_factor_exists'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  confirmAuthenticator: endpoint('PUT', '/users-me-authenticator', {
    summary: 'Turn the authenticator on by a code of it; all your other sessions end',
    may: 'signed-in',
    body: z.strictObject({ second_factor: secondFactorCode }),
    reply: RecoveryCodes,
    refusals: ['wrong_second_factor', 'too_many_guesses', 'second_factor_exists'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  removeAuthenticator: endpoint('POST', '/users-me-authenticator-removal', {
    summary: 'Turn the authenticator off; recovery codes go with the last second factor',
    may: 'signed-in',
    body: ownerProof,
    reply: null,
    refusals: proofRefusals,
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  makeRecoveryCodes: endpoint('POST', '/users-me-recovery-codes', {
    summary: 'New recovery codes; those before stop working',
    may: 'signed-in',
    body: ownerProof,
    reply: RecoveryCodes,
    refusals: proofRefusals,
    requestsPerMinute: requestsPerMinute.signIn,
  }),
}
