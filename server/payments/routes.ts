import { payments } from '@coinless/contract/payments.ts'
import { codeGuesser } from '../guesses/guesses.ts'
import { route, type Server } from '../http/route.ts'
import { once } from '../idempotency/once.ts'
import { payByCard } from './card.ts'
import { payWithCode } from './prepaid.ts'

export function paymentRoutes(server: Server) {
  const { database, cardProcessor } = server

  route(server, payments.prepaid, ({ person, body, attempt }) =>
    payWithCode(database, person, codeGuesser(server, person), attempt, body),
  )

  route(server, payments.card, ({ person, body, attempt }) =>
    once(database, attempt, (transaction) =>
      payByCard(transaction, cardProcessor, person, attempt, body),
    ),
  )
}
