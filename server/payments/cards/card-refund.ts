import type { RefundState } from '../../platform/card-processors/card-processor.ts'

/** A refund of a card payment or of a top-up by card. */
export interface CardRefund {
  status: 'pending' | 'completed' | 'failed' | 'unmatched'
}

type CardRefundEvent = { kind: 'asked' } | { kind: 'answered'; state: RefundState }

interface CardRefundStep {
  refund: CardRefund
  /** Written in the transaction of the new state. 'return': the money stays with its receiver. */
  effects: ('complete' | 'return' | 'differ')[]
  /** Made outside of transactions, after the commit. */
  call: 'refund' | null
}

const effectOf = { completed: 'complete', failed: 'return', unmatched: 'differ' } as const

/** Decides the course of every refund to a card. Final states stay. */
export function cardRefundTransition(refund: CardRefund, event: CardRefundEvent): CardRefundStep {
  if (refund.status !== 'pending') return { refund, effects: [], call: null }
  if (event.kind === 'asked') return { refund, effects: [], call: 'refund' }
  const { status } = event.state
  if (status === 'pending') return { refund, effects: [], call: null }
  return { refund: { status }, effects: [effectOf[status]], call: null }
}
