import { mail } from '@coinless/contract/mail.ts'
import { languageOf } from '../http/language.ts'
import { route, type Server } from '../http/route.ts'
import { mailState } from './outbox.ts'
import { sendTestMail } from './postman.ts'

const testMail = {
  en: { subject: 'Test mail of Coinless', text: 'Mails of Coinless arrive here.\n' },
  es: { subject: 'Correo de prueba de Coinless', text: 'Los correos de Coinless llegan aquí.\n' },
}

export function mailRoutes(server: Server) {
  route(server, mail.state, () => mailState(server.database))

  route(server, mail.sendTest, ({ person, request }) =>
    sendTestMail(server, { to: person.email, ...testMail[languageOf(request)] }),
  )
}
