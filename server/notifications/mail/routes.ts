import { mail } from '@coinless/contract/mail.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { sendTestMail } from './mail-sender.ts'
import { mailState } from './outbox.ts'

export function mailRoutes(server: Server) {
  route(server, mail.state, () => mailState(server.database))

  route(server, mail.sendTest, ({ caller, request }) =>
    sendTestMail(server, { to: caller.email, ...mailTexts[languageOf(request)].test }),
  )
}
