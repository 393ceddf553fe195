import { revenue } from '@coinless/contract/revenue.ts'
import { usage } from '@coinless/contract/usage.ts'
import type { Server } from '../../http/request/server.ts'
import { csvRoute } from '../../http/routing/csv.ts'
import { route } from '../../http/routing/route.ts'
import { bookedColumns, bookedRows, countBooked } from './bookkeeping.ts'
import { fileRows, revenueFile } from './file-rows.ts'
import { placesFor } from './places.ts'
import { revenueFor } from './revenue.ts'
import { usageFile, usageFileRows, usageFor } from './usage.ts'

export function revenueRoutes(server: Server) {
  const { database } = server

  route(server, revenue.get, ({ caller, query }) => revenueFor(database, caller, query))

  route(server, revenue.places, ({ caller, query }) => placesFor(database, caller, query))

  csvRoute(
    server,
    revenue.export,
    ({ caller, query }) => revenueFile(database, caller, query),
    ({ caller, query }) => fileRows(database, caller, query),
  )

  csvRoute(
    server,
    revenue.bookkeeping,
    {
      name: 'bookkeeping',
      columns: bookedColumns,
      amounts: ['gross', 'refunded', 'net', 'tax', 'net_of_tax', 'topped_up'],
    },
    ({ caller, query }) => bookedRows(database, caller, query),
    ({ caller, query }) => countBooked(database, caller, query),
  )

  route(server, usage.get, ({ caller, query }) => usageFor(database, caller, query))

  csvRoute(
    server,
    usage.export,
    ({ query }) => usageFile(query),
    ({ caller, query }) => usageFileRows(database, caller, query),
  )
}
