import { businessDetails } from '@coinless/contract/business-details.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { withVersion } from '../../http/routing/version.ts'
import { findBusinessDetails, saveBusinessDetails } from './business-details.ts'

export function businessDetailsRoutes(server: Server) {
  const { database } = server

  route(server, businessDetails.get, async ({ caller, reply }) =>
    withVersion(reply, await findBusinessDetails(database, caller.id), (details) => details),
  )

  route(server, businessDetails.save, async ({ caller, query, body, reply }) => {
    const saved = await database
      .transaction()
      .execute((transaction) => saveBusinessDetails(transaction, caller, body, query.version))
    return withVersion(reply, saved, (details) => details)
  })
}
