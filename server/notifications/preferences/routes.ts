import { notifications } from '@coinless/contract/notifications.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import {
  renewSubscription,
  subscribe,
  subscriptionState,
  unsubscribe,
} from '../push/subscriptions.ts'
import { choicesOf, choose, keepAnswer } from './choices.ts'

export function notificationRoutes(server: Server) {
  const { database } = server
  const stateOf = async (caller: SignedInCaller) => ({
    ...(await choicesOf(database, caller.id)),
    ...(await subscriptionState(server, caller)),
  })

  route(server, notifications.get, ({ caller }) => stateOf(caller))

  route(server, notifications.choose, async ({ caller, body, request }) => {
    await choose(database, caller, body, languageOf(request))
    return stateOf(caller)
  })

  route(server, notifications.subscribe, async ({ caller, body }) => {
    await subscribe(server, caller, body)
    await keepAnswer(database, caller)
    return stateOf(caller)
  })

  route(server, notifications.renewSubscription, async ({ caller, body }) => {
    await renewSubscription(server, caller, body.endpoint)
    return stateOf(caller)
  })

  route(server, notifications.unsubscribe, async ({ caller }) => {
    await unsubscribe(server, caller)
    return stateOf(caller)
  })
}
