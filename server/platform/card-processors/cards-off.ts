import type { MinorUnits } from '@coinless/contract/money.ts'
import { Refusal } from '../refusals/refusal.ts'
import { type CardProcessor, cardTimeoutMs } from './card-processor.ts'

/** Takes no cards, and does not touch charges of other processors. */
export function cardsOff(): CardProcessor {
  const refuse = async () => {
    throw new Refusal('cards_off')
  }
  return {
    settings: { processor: 'off', publishable_key: null, capture: 'automatic' },
    minimum: 0 as MinorUnits,
    timeoutMs: cardTimeoutMs,
    account: async () => null,
    prepare: refuse,
    confirm: refuse,
    settle: refuse,
    capture: refuse,
    cancel: refuse,
    refund: refuse,
    findRefund: refuse,
    eventOf: async () => {
      throw new Refusal('card_webhook_refused')
    },
  }
}
