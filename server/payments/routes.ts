import { limits } from '@coinless/contract/limits.ts'
import { payments } from '@coinless/contract/payments.ts'
import { languageOf } from '../calls/language.ts'
import type { Server } from '../calls/server.ts'
import { route } from '../http/route.ts'
import { mailReceipt } from '../mail/receipt-mail.ts'
import { codeThrottle } from '../throttle/failed-attempts.ts'
import { askedOnce } from './asked-once.ts'
import { cardStatus, type LookOnce, payByCard } from './card.ts'
import { cardSettingsFor } from './card-settings.ts'
import { payWithCode } from './prepaid.ts'
import { listUnsettled } from './unsettled.ts'
import { handleWebhook } from './webhook.ts'

export function paymentRoutes(server: Server) {
  const { config, database } = server
  const lookOnce: LookOnce = askedOnce(limits.cardAnswerSeconds)

  route(
    server,
    payments.prepaid,
    async ({ caller, body, idempotencyKey, request }) => {
      const throttle = codeThrottle(server, caller)
      const language = languageOf(request)
      const paid = await payWithCode(server, caller, throttle, idempotencyKey, body, language)
      // A statement of its own, so that codes are locked no longer: the payment stands without it.
      if (caller.email_verified) {
        await mailReceipt(database, config, caller.email, language, paid.transaction).catch((err) =>
          request.log.error({ err }, 'a receipt could not be mailed'),
        )
      }
      return paid
    },
    { findsFirstAnswer: true },
  )

  route(
    server,
    payments.card,
    ({ caller, body, idempotencyKey, inTurn, request }) =>
      payByCard(server, caller, { idempotencyKey, inTurn }, body, languageOf(request)),
    { asksOutside: true },
  )

  route(server, payments.cardSettings, ({ caller, query }) =>
    cardSettingsFor(server, caller, query.device_id),
  )

  route(
    server,
    payments.cardStatus,
    ({ caller, params }) => cardStatus(server, lookOnce, caller, params.id),
    { asksOutside: true },
  )

  route(server, payments.unsettledCards, ({ query }) => listUnsettled(server, query))

  route(server, payments.cardWebhook, ({ body, request }) =>
    handleWebhook(server, body, request.headers['stripe-signature']),
  )
}
