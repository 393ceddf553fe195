import { payments } from '@coinless/contract/payments.ts'
import { codeGuesser } from '../guesses/guesses.ts'
import { route, type Server } from '../http/route.ts'
import { payByCard } from './card.ts'
import { payWithCode } from './prepaid.ts'

export function paymentRoutes(server: Server) {
  const { database, cardProcessor } = server

  route(server, payments.prepaid, ({ person, body }) =>
    payWithCode(database, person, codeGuesser(server, person), body),
  )

  route(server, payments.card, ({ person, body }) =>
    payByCard(database, cardProcessor, person, body),
  )
}
