import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'
import { requestsPerMinute } from './limits.ts'

/** The same for every address: it describes the mail server, not an account. */
export const MailAsked = z.object({
  mail_delayed: z
    .boolean()
    .describe('Whether the mail server currently accepts no mail. Mails are queued and retried'),
})

export const mail = {
  state: endpoint('GET', '/admin-mail', {
    summary: 'Get the number of queued mails and since when delivery fails',
    may: 'admin',
    needs: 'admin',
    reply: z.object({ waiting: z.int(), failing_since: timestamp.nullable() }),
  }),
  sendTest: endpoint('POST', '/admin-mail/test', {
    summary: 'Send a test mail to your address and wait for the mail server',
    may: 'admin',
    needs: 'admin',
    reply: null,
    refusals: ['mail_not_sent'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
}
