import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { knownPassword, token } from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'
import { secretText } from './typed-fields.ts'

const SecondFactor = z.object({
  passkey: z.boolean().describe('Whether the account has a passkey'),
  authenticator: z.boolean().describe('Whether sign-in requires an authenticator app'),
  recovery_codes_left: z.int(),
  is_required: z
    .boolean()
    .describe('Whether you are an admin on a server that requires a second factor for admins'),
  is_proven: z.boolean().describe('Whether this session started with a second factor'),
})

const RecoveryCodes = z.object({
  recovery_codes: z
    .array(z.string())
    .describe('Recovery codes. Each works once instead of the authenticator app'),
})

/** From the authenticator app, or a recovery code. */
export const secondFactorCode = secretText(limits.codeMax)

/** Result of the browser's API: W3C Web Authentication, as JSON. */
export const credential = z
  .looseObject({ id: token(limits.tokenMax * 2) })
  .meta({ 'x-max-bytes': limits.credentialBytes })

/**
 * Proof that the owner of the account is present, not just a session or a password: requires the second factor, if
 * there is one.
 */
export const ownerProof = z.strictObject({
  current_password: knownPassword,
  second_factor: secondFactorCode.optional(),
  passkey: credential.optional().describe('Signature of the proof options by the passkey'),
})
export type OwnerProof = z.output<typeof ownerProof>

export const proofRefusals = [
  'wrong_password',
  'too_many_attempts',
  'too_busy',
  'factor_needed',
  'wrong_second_factor',
  'passkey_not_accepted',
  'bad_host',
] as const

export const secondFactor = {
  get: endpoint('GET', '/users-me/second-factor', {
    summary: 'Get your second factors',
    may: 'signed-in',
    needs: 'account',
    reply: SecondFactor,
  }),
  addAuthenticator: endpoint('POST', '/users-me/authenticator', {
    summary:
      'Create a secret for an authenticator app. It takes effect after you confirm it with a code',
    may: 'account',
    needs: 'account',
    body: ownerProof,
    reply: z.object({
      secret: z.string().describe('Secret in base 32, to type into the app'),
      uri: z.string().describe('Secret as an otpauth URI, for a QR code'),
    }),
    refusals: [...proofRefusals, 'second_factor_exists'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  confirmAuthenticator: endpoint('PUT', '/users-me/authenticator', {
    summary: 'Enable the authenticator app with a code. Ends all your other sessions',
    may: 'account',
    needs: 'account',
    body: z.strictObject({ second_factor: secondFactorCode }),
    reply: RecoveryCodes,
    refusals: ['wrong_second_factor', 'too_many_attempts', 'second_factor_exists'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  removeAuthenticator: endpoint('POST', '/users-me/authenticator/remove', {
    summary:
      'Disable the authenticator app. Recovery codes are deleted with the last second factor',
    may: 'account',
    needs: 'account',
    body: ownerProof,
    reply: null,
    refusals: proofRefusals,
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  makeRecoveryCodes: endpoint('POST', '/users-me/recovery-codes', {
    summary: 'Create new recovery codes. Earlier codes stop working',
    may: 'account',
    needs: 'account',
    body: ownerProof,
    reply: RecoveryCodes,
    refusals: proofRefusals,
    requestsPerMinute: requestsPerMinute.signIn,
  }),
}
