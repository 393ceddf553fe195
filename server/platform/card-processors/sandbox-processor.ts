import type { MinorUnits } from '@coinless/contract/money.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { Refusal } from '../refusals/refusal.ts'
import {
  type CardProcessor,
  type ChargeRequest,
  type ChargeState,
  cardTimeoutMs,
  type PreparedCharge,
} from './card-processor.ts'

export const sandboxDelayMs = 3000

/**
 * Moves no real money. Its references contain its answers, so that it needs no state and answers the same after a
 * restart.
 */
export function sandboxProcessor(now = Date.now): CardProcessor {
  const settle = async ({ reference, isHold }: PreparedCharge): Promise<ChargeState> => {
    const state = stateOf(reference, now())
    return isHold && state.status === 'completed' ? { status: 'held' } : state
  }
  return {
    settings: { processor: 'sandbox', publishable_key: null, capture: 'automatic' },
    minimum: 0 as MinorUnits,
    timeoutMs: cardTimeoutMs,
    account: async () => null,
    prepare: async ({ id, paymentMethodId }) => {
      const readyAt = paymentMethodId === sandboxPaymentMethods.delayed ? now() + sandboxDelayMs : 0
      return `sandbox_${outcomeOf(paymentMethodId)}_${readyAt}_${id}`
    },
    confirm: settle,
    settle,
    capture: async ({ reference }) => stateOf(reference, now()),
    cancel: async (charge) => (charge.isHold ? { status: 'failed' } : settle(charge)),
    refund: async () => ({ status: 'completed' }),
    findRefund: async () => ({ status: 'completed' }),
    eventOf: async () => {
      throw new Refusal('card_webhook_refused')
    },
  }
}

function outcomeOf(paymentMethodId: ChargeRequest['paymentMethodId']) {
  const { approved, delayed } = sandboxPaymentMethods
  return paymentMethodId === approved || paymentMethodId === delayed ? 'completed' : 'failed'
}

function stateOf(reference: string, now: number): ChargeState {
  const [, outcome, readyAt] = reference.split('_')
  if (now < Number(readyAt)) return { status: 'pending' }
  return { status: outcome === 'completed' ? 'completed' : 'failed' }
}
