import { controllers } from '@coinless/contract/controllers.ts'
import { cycles } from '@coinless/contract/cycles.ts'
import { dashboard } from '@coinless/contract/dashboard.ts'
import { deviceLinks } from '@coinless/contract/device-links.ts'
import type { Need } from '@coinless/contract/rights.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import type { z } from 'zod'
import type { SignedInCaller } from '../calls/caller.ts'
import type { Server } from '../calls/server.ts'
import { refuseWithoutRight } from '../calls/session.ts'
import { route } from '../http/route.ts'
import { askedByPayer } from './by-payer.ts'
import { followCycles } from './events.ts'
import { deviceStates, findCycle, openCyclesOf } from './shown.ts'

export function cycleRoutes(server: Server) {
  const { database } = server

  route(server, cycles.deviceStates, async ({ caller, query }) => ({
    data: await deviceStates(database, caller, query.ids),
  }))

  route(server, cycles.open, ({ caller }) => openCyclesOf(database, caller))

  route(server, cycles.get, ({ caller, params }) => findCycle(database, caller, params.id))

  route(server, cycles.stop, ({ caller, params }) =>
    askedByPayer(server, caller, params.id, 'stopped'),
  )

  route(server, cycles.startAnew, ({ caller, params }) =>
    askedByPayer(server, caller, params.id, 'started_anew'),
  )

  const follow = followCycles(server)
  route(
    server,
    cycles.events,
    async ({ caller, query, request, reply }) => {
      refuseUnseen(caller, query)
      follow(request, reply, caller, query)
      return undefined as never
    },
    { asksOutside: true },
  )
}

type Followed = z.output<typeof cycles.events.query>

/** What the calls need that answer the same. */
const needOf: Record<keyof Followed, Need | null> = {
  devices: cycles.deviceStates.needs,
  cycles: cycles.get.needs,
  controller: controllers.get.needs,
  controllers: controllers.list.needs,
  link: deviceLinks.get.needs,
  transaction: transactions.get.needs,
  attention: dashboard.attention.needs,
}

/** @throws Refusal right_missing */
function refuseUnseen(caller: SignedInCaller, followed: Followed): void {
  for (const part of Object.keys(followed) as (keyof Followed)[]) {
    refuseWithoutRight(caller, needOf[part] ?? 'any')
  }
}
