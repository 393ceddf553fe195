/** Model of a code and its payments, in whole cents, without a database. */
export interface CodeState {
  left: number
  /** Total amount put on it. */
  put: number
  /** Amount removed by its expiry. */
  taken: number
  isDisabled: boolean
  isDeleted: boolean
  hasEnded: boolean
  /** Refunded amount of each payment. */
  refunded: number[]
}

/** `payment` is an index from the first payment, modulo their number. */
export type Command =
  | { kind: 'pay' | 'toggle' | 'delete' | 'end' | 'revive' }
  | { kind: 'top up' | 'adjust'; cents: number }
  | { kind: 'refund'; cents: number; payment: number }

export const price = 250
export const mostOnCode = 1_000_000
export const done = 'done'

export function issued(cents: number): CodeState {
  return {
    left: cents,
    put: cents,
    taken: 0,
    isDisabled: false,
    isDeleted: false,
    hasEnded: false,
    refunded: [],
  }
}

/** Effect and answer of a command. A refused one changes nothing. */
export function step(state: CodeState, command: Command): [CodeState, string] {
  const refusal = refusalOf(state, command)
  return refusal ? [state, refusal] : [{ ...state, ...changeOf(state, command) }, done]
}

function refusalOf(state: CodeState, command: Command): string | undefined {
  const { left, isDeleted, hasEnded } = state
  if (command.kind === 'pay') return refusalOfPayment(state)
  if (command.kind === 'refund') return refusalOfRefund(state, command)
  if (isDeleted) return 'code_not_found'
  if (command.kind !== 'top up' && command.kind !== 'adjust') return undefined
  if (hasEnded) return 'code_expired'
  if (left + command.cents > mostOnCode) return 'balance_too_high'
  return left + command.cents < 0 ? 'balance_too_low' : undefined
}

function refusalOfPayment({ left, isDeleted, isDisabled, hasEnded }: CodeState) {
  if (isDeleted) return 'code_not_accepted'
  if (isDisabled) return 'code_disabled'
  if (hasEnded) return 'code_expired'
  return left < price ? 'code_balance_too_low' : undefined
}

function refusalOfRefund(
  { left, refunded, isDeleted, hasEnded }: CodeState,
  { cents, payment }: { cents: number; payment: number },
) {
  if ((refunded[payment] ?? 0) + cents > price) return 'refund_too_much'
  if (isDeleted) return 'code_deleted'
  if (hasEnded) return 'code_expired'
  return left + cents > mostOnCode ? 'balance_too_high' : undefined
}

function changeOf(state: CodeState, command: Command): Partial<CodeState> {
  const { left, put, taken, refunded } = state
  switch (command.kind) {
    case 'pay':
      return { left: left - price, refunded: [...refunded, 0] }
    case 'refund':
      return {
        left: left + command.cents,
        refunded: refunded.with(command.payment, (refunded[command.payment] ?? 0) + command.cents),
      }
    case 'top up':
      return { left: left + command.cents, put: put + command.cents }
    case 'adjust':
      return { left: left + command.cents, put: put + Math.max(command.cents, 0) }
    case 'toggle':
      return { isDisabled: !state.isDisabled }
    case 'delete':
      return { isDeleted: true }
    case 'end':
      return { hasEnded: true, left: 0, taken: taken + left }
    case 'revive':
      return { hasEnded: false, left: left + taken, taken: 0 }
  }
}
