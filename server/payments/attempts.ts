import type { payments } from '@coinless/contract/payments.ts'
import type { Person } from '@coinless/contract/permissions.ts'
import type { z } from 'zod'
import type { Database } from '../database/connection.ts'
import { findKept, type Kept } from '../idempotency/answers.ts'

type Attempted = z.input<typeof payments.attempt.reply>

/** What became of a payment whose answer never reached whoever sent it. Nothing is done by asking. */
export async function outcomeOfAttempt(
  database: Database,
  { id: userId }: Person,
  key: string,
): Promise<Attempted> {
  const kept = await findKept(database, { userId, key })
  return kept ? read(kept.answer as Kept) : { outcome: 'unknown', id: null }
}

function read(kept: Kept): Attempted {
  if ('refusal' in kept) return { outcome: 'refused', id: null }
  if ('begun' in kept) return { outcome: 'pending', id: kept.begun.id }
  const { transaction, payment } = kept.done as Partial<Paid>
  if (transaction) return { outcome: 'paid', id: transaction.id }
  return payment ? { outcome: 'pending', id: payment.id } : { outcome: 'unknown', id: null }
}

interface Paid {
  transaction: { id: string } | null
  payment: { id: string }
}
