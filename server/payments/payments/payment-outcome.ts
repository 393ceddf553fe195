import type { CoinType } from '@coinless/contract/coins.ts'
import type { NumericText } from '@coinless/contract/money.ts'
import type { Transaction } from '@coinless/contract/transactions.ts'
import type { StoredAnswer } from '../../http/idempotency/answers.ts'
import type { Answer } from '../../http/request/answer.ts'
import type { PaymentConflict } from '../cycles/payment-conflict.ts'
import type { ProbedLink } from '../cycles/ready.ts'

type RefusedPayment =
  | 'device_not_found'
  | 'too_many_attempts'
  | 'device_not_active'
  | 'terms_changed'
  | 'code_not_accepted'
  | 'code_disabled'
  | 'code_expired'
  | 'code_balance_too_low'
  | 'device_out_of_order'
  | 'device_in_use'
  | PaymentConflict
  | 'paid_already'

export type Outcome = Answer<Transaction> & {
  /** The id of the asked payment. */
  payment_id: string
  refusal: RefusedPayment | 'not_asked' | null
  seconds: number | null
  /** Minutes since the caller's earlier payment, and whether it is pending. */
  minutes: number | null
  is_pending: boolean | null
  price: NumericText
  current_minutes: number
  balance_before: NumericText | null
  remaining_balance: NumericText
  /** Stored answer of a used key, and its request. */
  answer: StoredAnswer | null
  request_hash: Buffer | null
  link_id: string | null
  coin_type: CoinType
  start_id: string | null
  start_deadline: Date | null
} & { [Column in keyof ProbedLink]: ProbedLink[Column] | null }
