import { type CardPayment, payments } from '@coinless/contract/payments.ts'
import { expect } from 'vitest'
import { laundry } from './laundry.ts'
import { termsOf } from './make.ts'
import type { PayingUser, stripeWorld } from './stripe-world.ts'

interface Standing {
  status: CardPayment['status']
  isRecorded: boolean
  isOfCycle: boolean
  intent: string
}

/** Helpers for tests of machines paid by card. */
export function cardLaundry({ server, stripe, pay }: ReturnType<typeof stripeWorld>) {
  const its = laundry(server)

  async function makeRoom(wiring: Parameters<typeof its.makeRoom>[0] = {}) {
    const room = await its.makeRoom(wiring)
    const payer: PayingUser = {
      as: room.tenant,
      owner: room.landlord,
      terms: termsOf(room.device),
    }
    /**
     * Pays: the amount is held and the machine starting, even if another server sent the start. @returns the id of
     * payment and cycle
     */
    const payByCard = async () => {
      const told = room.machine.starts.length
      const { status, payment } = await pay(payer)
      expect([status, payment?.status, payment?.cycle_id]).toEqual([201, 'pending', payment?.id])
      await expect.poll(() => room.machine.starts.length).toBe(told + 1)
      return payment?.id ?? ''
    }
    return { ...room, payer, payByCard }
  }

  /** State in our database and at the processor. */
  async function standing(id: string): Promise<Standing> {
    const payment = await server.database
      .selectFrom('card_payments')
      .leftJoin('transactions', 'transactions.id', 'card_payments.id')
      .leftJoin('cycles', 'cycles.id', 'card_payments.id')
      .select(['card_payments.status', 'transactions.id as recorded', 'cycles.transaction_id'])
      .where('card_payments.id', '=', id)
      .executeTakeFirstOrThrow()
    return {
      status: payment.status,
      isRecorded: payment.recorded !== null,
      isOfCycle: payment.transaction_id !== null,
      intent: stripe.intentOf(id).status,
    }
  }

  async function expectStanding(id: string, wanted: Standing) {
    await expect.poll(() => standing(id)).toEqual(wanted)
  }

  async function lossesOf(id: string) {
    return server.database
      .selectFrom('losses')
      .select(['amount', 'why'])
      .where('cycle_id', '=', id)
      .execute()
  }

  const askedAs = async (as: { token: string }, id: string) =>
    server.call(payments.cardStatus, { as, params: { id } })

  return { ...its, makeRoom, standing, expectStanding, lossesOf, askedAs }
}

export const held: Standing = {
  status: 'pending',
  isRecorded: false,
  isOfCycle: false,
  intent: 'requires_capture',
}
export const charged: Standing = {
  status: 'completed',
  isRecorded: true,
  isOfCycle: true,
  intent: 'succeeded',
}
export const releasedStanding: Standing = {
  status: 'failed',
  isRecorded: false,
  isOfCycle: false,
  intent: 'canceled',
}
