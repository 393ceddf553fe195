import { z } from 'zod'
import { auth, SignedIn } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { requestsPerMinute } from './limits.ts'
import { User } from './users.ts'

/** Accounts of one browser, for payers without registration. */
export const guests = {
  settings: endpoint('GET', '/guests/settings', {
    summary: 'Whether one can continue as a guest',
    may: 'anyone',
    reply: z.object({ are_welcome: z.boolean() }),
  }),
  begin: endpoint('POST', '/guests', {
    summary:
      'Continue as a guest: creates an account that only this session opens. It pays; it makes no devices, codes or resources. Unused for 90 days, it is deleted',
    may: 'anyone',
    reply: SignedIn,
    creates: true,
    refusals: ['guests_off', 'too_many_guests'],
    requestsPerMinute: requestsPerMinute.guest,
  }),
  becomeAccount: endpoint('POST', '/users-me/account', {
    summary:
      'Turn your guest account into a full one; everything in it is kept. A verification code is emailed',
    may: 'signed-in',
    needs: 'account',
    body: auth.register.body,
    reply: User,
    refusals: ['email_taken', 'common_password', 'too_busy', 'not_a_guest'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
}
