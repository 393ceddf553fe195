import { z } from 'zod'
import { auth, SignedIn } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { requestsPerMinute } from './limits.ts'
import { User } from './users.ts'

/** Accounts of one browser, for payers without registration. */
export const guests = {
  settings: endpoint('GET', '/guests/settings', {
    summary: 'Get whether guest accounts are allowed',
    may: 'anyone',
    reply: z.object({ are_welcome: z.boolean() }),
  }),
  begin: endpoint('POST', '/guests', {
    summary:
      'Create a guest account that only this session can use. A guest can pay but cannot create devices, codes or resources. Deleted after 90 days without use',
    may: 'anyone',
    reply: SignedIn,
    creates: true,
    refusals: ['guests_off', 'too_many_guests'],
    requestsPerMinute: requestsPerMinute.guest,
  }),
  becomeAccount: endpoint('POST', '/users-me/account', {
    summary:
      'Convert your guest account to a full account. Keeps all data and emails a verification code',
    may: 'signed-in',
    needs: 'account',
    body: auth.register.body,
    reply: User,
    refusals: ['email_taken', 'common_password', 'too_busy', 'not_a_guest'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
}
