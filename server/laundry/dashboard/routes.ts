import { dashboard } from '@coinless/contract/dashboard.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { attentionOf } from './attention.ts'
import { revenueOf } from './revenue.ts'
import { spendingOf } from './spending.ts'

export function dashboardRoutes(server: Server) {
  const { database } = server

  route(server, dashboard.revenue, ({ caller, query }) =>
    revenueOf(database, caller, query.time_zone),
  )

  route(server, dashboard.attention, ({ caller }) => attentionOf(database, caller))

  route(server, dashboard.spending, ({ caller }) => spendingOf(database, caller))
}
