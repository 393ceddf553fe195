import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'
import { requestsPerMinute } from './limits.ts'

/** The same whatever the address: it tells of the mail server, not of an account. */
export const MailAsked = z.object({
  mail_delayed: z
    .boolean()
    .describe('The mail server takes no mail at the moment. Mails wait and are tried again'),
})

export const mail = {
  state: endpoint('GET', '/admin-mail', {
    summary: 'How many mails wait, and since when the mail server has taken none',
    may: 'admin',
    reply: z.object({ waiting: z.int(), failing_since: timestamp.nullable() }),
  }),
  sendTest: endpoint('POST', '/admin-mail', {
    summary: 'Send a test mail to your own address, and wait until the mail server has it',
    may: 'admin',
    reply: null,
    refusals: ['mail_not_sent'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
}
