import { limits } from '@coinless/contract/limits.ts'
import { payments } from '@coinless/contract/payments.ts'
import { topUps } from '@coinless/contract/top-ups.ts'
import { inSteps } from '../../http/idempotency/idempotent.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { withVersion } from '../../http/routing/version.ts'
import { changeSettings, findSettings } from '../top-ups/settings.ts'
import { findRefund, listTopUpRefunds, listTopUps } from '../top-ups/top-ups.ts'
import type { AskOnce } from './by-card.ts'
import { cardSettingsFor } from './card-settings.ts'
import { memoizeBriefly } from './memoize-briefly.ts'
import { cardStatus, payByCard } from './pay-by-card.ts'
import { settleRefund } from './settle-refund.ts'
import { loadProcessorAccount, withTimeout } from './timeouts.ts'
import { topUpByCard, topUpOffer, topUpStatus } from './top-up.ts'
import { beginRefund, topUpRefundPurpose } from './top-up-refund.ts'
import { listUnsettled } from './unsettled.ts'
import { handleWebhook } from './webhook.ts'

export function cardRoutes(server: Server) {
  const askOnce: AskOnce = memoizeBriefly(limits.cardAnswerSeconds)
  paymentRoutes(server, askOnce)
  topUpRoutes(server, askOnce)
}

function paymentRoutes(server: Server, askOnce: AskOnce) {
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
    ({ caller, params }) => cardStatus(server, askOnce, caller, params.id),
    { asksOutside: true },
  )

  route(server, payments.unsettledCards, ({ query }) => listUnsettled(server, query))

  route(server, payments.cardWebhook, ({ body, request }) =>
    handleWebhook(server, body, request.headers['stripe-signature']),
  )
}

function topUpRoutes(server: Server, askOnce: AskOnce) {
  const { database } = server
  route(server, topUps.settings, async ({ caller, reply }) =>
    withVersion(reply, await findSettings(database, caller.id), (settings) => settings),
  )

  route(server, topUps.changeSettings, async ({ caller, query, body, reply }) => {
    const changed = await database
      .transaction()
      .execute((transaction) => changeSettings(transaction, caller, body, query.version))
    return withVersion(reply, changed, (settings) => settings)
  })

  route(server, topUps.offer, ({ caller, params }) => topUpOffer(server, caller, params.id))

  route(
    server,
    topUps.create,
    ({ caller, params, body, idempotencyKey, inTurn, request }) => {
      const turns = { idempotencyKey, inTurn }
      return topUpByCard(server, caller, turns, params.id, body, languageOf(request))
    },
    { asksOutside: true },
  )

  route(server, topUps.list, ({ caller, query }) => listTopUps(database, caller, query))

  route(
    server,
    topUps.get,
    ({ caller, params }) => topUpStatus(server, askOnce, caller, params.id),
    { asksOutside: true },
  )

  route(server, topUps.refunds, ({ caller, params, query }) =>
    listTopUpRefunds(database, caller, params.id, query),
  )

  route(
    server,
    topUps.refund,
    async ({ caller, params, body, idempotencyKey, inTurn }) => {
      await loadProcessorAccount(server)
      return inSteps(
        database,
        idempotencyKey,
        inTurn,
        (transaction) => beginRefund(server, transaction, caller, params.id, body),
        async (id) => {
          await withTimeout(server, settleRefund(server, topUpRefundPurpose, id))
          return findRefund(database, id)
        },
      )
    },
    { asksOutside: true },
  )
}
