import { controllers } from '@coinless/contract/controllers.ts'
import { cycles } from '@coinless/contract/cycles.ts'
import { dashboard } from '@coinless/contract/dashboard.ts'
import { deviceLinks } from '@coinless/contract/device-links.ts'
import type { Need } from '@coinless/contract/rights.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import type { z } from 'zod'
import type { SignedInCaller } from '../calls/caller.ts'
import { refuseWithoutRight } from '../calls/session.ts'

/** What a page follows. */
export type Followed = z.output<typeof cycles.events.query>

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
export function refuseUnseen(caller: SignedInCaller, followed: Followed): void {
  for (const part of Object.keys(followed) as (keyof Followed)[]) {
    refuseWithoutRight(caller, needOf[part] ?? 'any')
  }
}
