import { payments } from '@coinless/contract/payments.ts'
import type { FastifyRequest } from 'fastify'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { codeThrottle } from '../../http/throttle/failed-attempts.ts'
import { mailReceipt } from '../../notifications/mail/receipt-mail.ts'
import { codesToChoose, forgetKeptCode } from './code-choices.ts'
import { payWithCode } from './prepaid.ts'

export function paymentRoutes(server: Server) {
  const { config, database } = server

  type PaidWithCode = Awaited<ReturnType<typeof payWithCode>>

  /** Separate statement, to release the code's lock sooner; the payment does not depend on it. */
  async function withReceipt(
    caller: SignedInCaller,
    request: FastifyRequest,
    paid: PaidWithCode,
  ): Promise<PaidWithCode> {
    if (!caller.email_verified) return paid
    const language = languageOf(request)
    await mailReceipt(database, config, caller.email, language, paid.transaction).catch((err) =>
      request.log.error({ err }, 'receipt not mailed'),
    )
    return paid
  }

  route(
    server,
    payments.prepaid,
    async ({ caller, body, idempotencyKey, request }) => {
      const throttle = codeThrottle(server, caller)
      const language = languageOf(request)
      const paid = await payWithCode(server, caller, throttle, idempotencyKey, body, language)
      return withReceipt(caller, request, paid)
    },
    { findsFirstAnswer: true },
  )

  route(
    server,
    payments.chosenCode,
    async ({ caller, params, body, idempotencyKey, request }) => {
      const payment = { ...body, prepaid_code_id: params.id }
      const language = languageOf(request)
      // The answer reveals no code, so asking guesses none.
      const paid = await payWithCode(server, caller, undefined, idempotencyKey, payment, language)
      return withReceipt(caller, request, paid)
    },
    { findsFirstAnswer: true },
  )

  route(server, payments.codes, async ({ caller, query }) => ({
    data: await codesToChoose(server, caller, query.device_id, query.programme),
  }))

  route(server, payments.forgetCode, ({ caller, params }) =>
    forgetKeptCode(database, caller, params.id),
  )
}
