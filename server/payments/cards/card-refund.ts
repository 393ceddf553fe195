import type { RefundState } from '../../platform/card-processors/card-processor.ts'

/** A refund of a card payment or of a top-up by card. */
export interface CardRefund {
  status: 'pending' | 'completed' | 'failed' | 'unmatched'
}

/** 'notified': a webhook says that it has changed. 'found': the answer to 'find'. */
type CardRefundEvent =
  | { kind: 'asked' | 'notified' }
  | { kind: 'answered' | 'found'; state: RefundState }

export interface CardRefundStep {
  refund: CardRefund
  /**
   * Written in the transaction of the new state. 'return': the money stays with its receiver. 'reverse': the bank
   * returned it to its receiver after the refund had completed.
   */
  effects: ('complete' | 'return' | 'reverse' | 'differ')[]
  /** Made outside of transactions, after the commit. 'find' never makes a refund. */
  call: 'refund' | 'find' | null
}

const effectOf = { completed: 'complete', failed: 'return', unmatched: 'differ' } as const

/** Decides the course of every refund to a card. 'failed' and 'unmatched' stay; 'completed' can fail later. */
export function cardRefundTransition(refund: CardRefund, event: CardRefundEvent): CardRefundStep {
  const unchanged: CardRefundStep = { refund, effects: [], call: null }
  if (!('state' in event)) return { ...unchanged, call: callOf(refund, event.kind) }
  const { status } = event.state
  if (refund.status === 'completed' && status === 'failed') {
    // The answer to 'refund' can be older than the completion.
    if (event.kind === 'answered') return { ...unchanged, call: 'find' }
    return { refund: { status }, effects: ['reverse'], call: null }
  }
  if (refund.status !== 'pending' || status === 'pending') return unchanged
  return { refund: { status }, effects: [effectOf[status]], call: null }
}

function callOf({ status }: CardRefund, kind: 'asked' | 'notified'): CardRefundStep['call'] {
  if (status === 'pending') return 'refund'
  return status === 'completed' && kind === 'notified' ? 'find' : null
}
