import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import type { Server } from '../calls/server.ts'
import { csvRoute } from '../http/csv.ts'
import { countRows } from '../lists/list.ts'
import { codeFile, codeFileRows, selectOwnCodes } from './export.ts'

export function codeFileRoutes(server: Server) {
  const { database } = server

  csvRoute(
    server,
    prepaidCodes.export,
    codeFile,
    ({ caller, query }) => codeFileRows(selectOwnCodes(database, caller, query)),
    ({ caller, query }) => countRows(database, selectOwnCodes(database, caller, query)),
  )
}
