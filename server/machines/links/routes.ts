import { deviceLinks } from '@coinless/contract/device-links.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { withVersion } from '../../http/routing/version.ts'
import {
  changeableFacts,
  changeLink,
  createLink,
  findLink,
  linkChoices,
  removeLink,
  returnToService,
} from './device-links.ts'
import { findTest, keepAnswerToTest, startTest } from './test-starts.ts'

export function deviceLinkRoutes(server: Server) {
  const { database, connections } = server
  connections.onMessage((controllerId, message) =>
    keepAnswerToTest(database, controllerId, message),
  )

  route(server, deviceLinks.get, async ({ caller, params, reply }) => {
    const link = await findLink(database, caller, params.id)
    return link && withVersion(reply, link, changeableFacts)
  })

  route(server, deviceLinks.choices, ({ caller, params }) =>
    linkChoices(database, caller, params.id),
  )

  route(server, deviceLinks.create, async ({ caller, params, body, reply }) =>
    withVersion(reply, await createLink(server, caller, params.id, body), changeableFacts),
  )

  route(server, deviceLinks.change, async ({ caller, params, query, body, reply }) => {
    const link = await changeLink(server, caller, params.id, body, query.version)
    return withVersion(reply, link, changeableFacts)
  })

  route(server, deviceLinks.remove, ({ caller, params }) => removeLink(server, caller, params.id))

  route(server, deviceLinks.lookedAt, async ({ caller, params, reply }) =>
    withVersion(reply, await returnToService(server, caller, params.id), changeableFacts),
  )

  route(server, deviceLinks.test, ({ caller, params }) => startTest(server, caller, params.id))

  route(server, deviceLinks.testStart, ({ caller, params }) =>
    findTest(database, caller, params.id, params.test),
  )
}
