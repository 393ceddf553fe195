import { reports } from '@coinless/contract/reports.ts'
import { idempotent } from '../../http/idempotency/idempotent.ts'
import { callerAddress, networksOf } from '../../http/request/caller-address.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { answerReports, closeCase, findCase, listCases, reopenCase } from './cases.ts'
import { countPhoto, findPhoto, refuseFullNetwork } from './photos.ts'
import { reencoded } from './reencode.ts'
import { replyToReport } from './replies.ts'
import { admitReport, findReport, listReports, makeReport } from './reports.ts'

export function reportRoutes(server: Server) {
  const { config, database, changes } = server

  route(server, reports.create, async ({ caller, body, idempotencyKey, request }) => {
    const networks = config.rateLimits ? networksOf(callerAddress(request)) : []
    const photo = body.photo
      ? await reencoded(Buffer.from(body.photo, 'base64'), {
          sender: [...networks.map(({ name }) => name).reverse(), caller.id],
          check: async () => {
            await refuseFullNetwork(database, networks)
            await database.transaction().execute((each) => admitReport(each, caller, body))
          },
          begin: () => countPhoto(database, networks),
        })
      : undefined
    const facts = { language: languageOf(request), photo }
    const made = await idempotent(database, idempotencyKey, (transaction) =>
      makeReport(transaction, caller, body, facts),
    )
    changes.publish({ all: 'attention' })
    return made
  })

  route(server, reports.list, ({ caller, query }) => listReports(database, caller, query))

  route(server, reports.get, ({ caller, params }) => findReport(database, caller, params.id))

  route(server, reports.reply, ({ caller, params, body, idempotencyKey }) =>
    idempotent(database, idempotencyKey, (transaction) =>
      replyToReport(transaction, caller, params.id, body),
    ),
  )

  route(server, reports.photo, async ({ caller, params, reply }) => {
    const found = await findPhoto(database, caller, params.id)
    // A photo never changes. Caches vary by token, because another person may sign in.
    reply.headers({ 'cache-control': 'private, max-age=3600', vary: 'authorization' })
    return found
  })

  route(server, reports.listCases, ({ caller, query }) => listCases(database, caller, query))

  route(server, reports.getCase, ({ caller, params }) => findCase(database, caller, params.id))

  route(server, reports.answer, ({ caller, params, body, idempotencyKey }) =>
    idempotent(database, idempotencyKey, (transaction) =>
      answerReports(transaction, caller, params.id, body),
    ),
  )

  route(server, reports.closeCase, async ({ caller, params }) => {
    const done = await database
      .transaction()
      .execute((transaction) => closeCase(transaction, caller, params.id))
    changes.publish({ all: 'attention' })
    return done
  })

  route(server, reports.reopenCase, async ({ caller, params }) => {
    const open = await database
      .transaction()
      .execute((transaction) => reopenCase(transaction, caller, params.id))
    changes.publish({ all: 'attention' })
    return open
  })
}
