import { payments } from '@coinless/contract/payments.ts'
import type { FastifyRequest } from 'fastify'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { codeThrottle } from '../../http/throttle/failed-attempts.ts'
import { mailReceipt } from '../../notifications/mail/receipt-mail.ts'
import { codesToChoose, forgetKeptCode, listWallet } from './code-choices.ts'
import { PaymentBatches } from './payment-batches.ts'
import { type CodePayment, payWithCode } from './prepaid.ts'

export function paymentRoutes(server: Server) {
  const { config, database } = server
  const batches = new PaymentBatches(database)

  /** Mails the receipt by a separate statement: the payment does not depend on it. */
  async function pay(request: FastifyRequest, asked: Omit<CodePayment, 'language'>) {
    const language = languageOf(request)
    const paid = await payWithCode(server, batches, { ...asked, language })
    const { email, email_verified } = asked.caller
    if (!email_verified) return paid
    await mailReceipt(database, config, email, language, paid.transaction).catch((err) =>
      request.log.error({ err }, 'receipt not mailed'),
    )
    return paid
  }

  route(
    server,
    payments.prepaid,
    ({ caller, body: payment, idempotencyKey, request }) => {
      const throttle = codeThrottle(server, caller)
      return pay(request, { caller, throttle, idempotencyKey, payment })
    },
    { findsFirstAnswer: true },
  )

  route(
    server,
    payments.chosenCode,
    ({ caller, params, body, idempotencyKey, request }) => {
      const payment = { ...body, prepaid_code_id: params.id }
      // The answer reveals no code, so asking guesses none.
      return pay(request, { caller, throttle: undefined, idempotencyKey, payment })
    },
    { findsFirstAnswer: true },
  )

  route(server, payments.codes, async ({ caller, query }) => ({
    data: await codesToChoose(server, caller, query),
  }))

  route(server, payments.wallet, ({ caller, query }) => listWallet(server, caller, query))

  route(server, payments.forgetCode, ({ caller, params }) =>
    forgetKeptCode(database, caller, params.id),
  )
}
