import { controllers } from '@coinless/contract/controllers.ts'
import { cycles } from '@coinless/contract/cycles.ts'
import { dashboard } from '@coinless/contract/dashboard.ts'
import { deviceLinks } from '@coinless/contract/device-links.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { queues } from '@coinless/contract/queues.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import type { z } from 'zod'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { refuseStaff, refuseWithoutRight } from '../../http/request/session.ts'

/** Resources that a page follows. */
export type FollowedIds = z.output<typeof cycles.events.query>

/** Endpoints that return the same data. */
const callOf: Record<keyof FollowedIds, Pick<Endpoint, 'needs' | 'isForStaff'>> = {
  devices: cycles.deviceStates,
  cycles: cycles.get,
  controller: controllers.get,
  controllers: controllers.list,
  link: deviceLinks.get,
  transaction: transactions.get,
  attention: dashboard.attention,
  room: queues.ofRoom,
}

/** @throws Refusal right_missing, all_places_only */
export function assertVisible(caller: SignedInCaller, followed: FollowedIds): void {
  for (const part of Object.keys(followed) as (keyof FollowedIds)[]) {
    const { needs, isForStaff } = callOf[part]
    refuseWithoutRight(caller, needs ?? 'any')
    refuseStaff(caller, { isForStaff })
  }
}
