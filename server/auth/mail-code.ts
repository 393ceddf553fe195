import type { FastifyRequest } from 'fastify'
import { languageOf } from '../http/language.ts'
import type { Server } from '../http/route.ts'
import { makeEmailCode, type Purpose } from './email-codes.ts'

/**
 * Mails a code to an account's address. Nobody waits for the mail: how long it takes would tell
 * whether an address has an account.
 */
export async function mailCode(
  { database, mailer }: Server,
  request: FastifyRequest,
  user: { id: string; email: string },
  purpose: Purpose,
): Promise<void> {
  const mail = await makeEmailCode(database, user, purpose, languageOf(request))
  if (!mail) return
  mailer.send(mail).catch((err) => request.log.error({ err }, 'a mail could not be sent'))
}
