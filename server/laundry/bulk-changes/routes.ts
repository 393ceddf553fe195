import { bulkChanges } from '@coinless/contract/bulk-changes.ts'
import { inSteps } from '../../http/idempotency/idempotent.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { applyChange, beginApplying, beginUndoing, undoChange } from './apply.ts'
import { chosenCodes, chosenDevices, planChange, settingOf } from './plan.ts'
import { openChanges, recentChanges, reportOf } from './report.ts'

export function bulkChangeRoutes(server: Server) {
  const { database } = server

  route(server, bulkChanges.planForDevices, async ({ caller, body }) => {
    const ids = await chosenDevices(database, caller, body.chosen)
    const set = await settingOf(database, caller, body.set)
    const id = await planChange(database, caller, 'devices', ids, set)
    return reportOf(database, caller, id)
  })

  route(server, bulkChanges.planForCodes, async ({ caller, body }) => {
    const ids = await chosenCodes(database, caller, body.chosen)
    const set = { disabled: String(body.set.disabled) }
    return reportOf(database, caller, await planChange(database, caller, 'prepaid_codes', ids, set))
  })

  route(server, bulkChanges.open, ({ caller }) => openChanges(database, caller))

  route(server, bulkChanges.recent, ({ caller }) => recentChanges(database, caller))

  route(server, bulkChanges.get, ({ caller, params }) => reportOf(database, caller, params.id))

  for (const [endpoint, begin, go] of [
    [bulkChanges.apply, beginApplying, applyChange],
    [bulkChanges.undo, beginUndoing, undoChange],
  ] as const) {
    route(server, endpoint, ({ caller, params, idempotencyKey }) =>
      inSteps(
        database,
        idempotencyKey,
        (work) => work(),
        (transaction) => begin(transaction, caller, params.id),
        async (id) => {
          await go(server, caller, id)
          return reportOf(database, caller, id)
        },
      ),
    )
  }
}
