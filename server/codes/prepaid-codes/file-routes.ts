import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { idempotentLong } from '../../http/idempotency/idempotent.ts'
import { countRows } from '../../http/lists/list.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { csvRoute } from '../../http/routing/csv.ts'
import { route } from '../../http/routing/route.ts'
import { codeThrottle } from '../../http/throttle/failed-attempts.ts'
import { codeFile, codeFileRows, selectOwnCodes } from './export.ts'
import { countAsAttempt, importCodes, judgeCodes, knownCodes } from './import.ts'

export function codeFileRoutes(server: Server) {
  const { database } = server

  csvRoute(
    server,
    prepaidCodes.export,
    codeFile,
    ({ caller, query }) => codeFileRows(selectOwnCodes(database, caller, query)),
    ({ caller, query }) => countRows(database, selectOwnCodes(database, caller, query)),
  )

  route(server, prepaidCodes.previewImport, ({ caller, body, request }) =>
    knownCodes(database, caller, body.rows, languageOf(request)),
  )

  route(server, prepaidCodes.import, async ({ caller, body, idempotencyKey, request }) => {
    const judged = await judgeCodes(database, caller, body.rows)
    return countAsAttempt(database, codeThrottle(server, caller), () =>
      idempotentLong(database, caller, idempotencyKey, (transaction) =>
        importCodes(transaction, caller, body.rows, judged, languageOf(request)),
      ),
    )
  })
}
