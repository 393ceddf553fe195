import { z } from 'zod'
import { userTypes } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { email, knownPassword, newPassword, text, token } from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'
import { MailAsked } from './mail.ts'
import { secondFactorCode } from './second-factor.ts'
import { secretText } from './typed-fields.ts'
import { User } from './users.ts'

export const SignedIn = z.object({
  session: z.object({ access_token: z.string(), refresh_token: z.string() }),
  user: User,
})
export type SignedIn = z.infer<typeof SignedIn>

export const auth = {
  login: endpoint('POST', '/auth-login', {
    summary: 'Sign in',
    may: 'anyone',
    body: z.strictObject({
      email,
      password: knownPassword,
      second_factor: secondFactorCode.optional(),
    }),
    reply: SignedIn,
    refusals: [
      'wrong_credentials',
      'second_factor_needed',
      'wrong_second_factor',
      'too_many_attempts',
      'too_busy',
    ],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  register: endpoint('POST', '/auth-register', {
    summary: 'Create an account and sign in',
    may: 'anyone',
    body: z.strictObject({
      full_name: text(limits.nameMax),
      email,
      password: newPassword,
      user_type: z.enum(userTypes),
    }),
    reply: SignedIn,
    creates: true,
    refusals: ['email_taken', 'common_password', 'too_busy'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  refresh: endpoint('POST', '/auth-refresh', {
    summary: 'Exchange a refresh token for new tokens. The old refresh token stops working',
    may: 'anyone',
    body: z.strictObject({ refresh_token: token(limits.tokenMax) }),
    reply: SignedIn.shape.session,
    refusals: ['session_expired'],
    requestsPerMinute: requestsPerMinute.refresh,
  }),
  sendPasswordCode: endpoint('POST', '/password-resets', {
    summary: 'Send a password reset code by email. The response is the same for an unknown address',
    may: 'anyone',
    body: z.strictObject({ email }),
    reply: MailAsked,
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  resetPassword: endpoint('PUT', '/password-resets', {
    summary: 'Set a new password with the emailed code. Ends all sessions',
    may: 'anyone',
    body: z.strictObject({ email, code: secretText(limits.codeMax), new_password: newPassword }),
    reply: null,
    refusals: ['wrong_email_code', 'common_password', 'too_busy'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  logout: endpoint('POST', '/auth-logout', {
    summary: 'Sign out. Ends the session of the access token, even if the token has expired',
    may: 'anyone',
    reply: null,
  }),
}
