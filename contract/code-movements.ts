import { z } from 'zod'
import { cycleReasons } from './choices.ts'
import { id, timestamp } from './fields.ts'

export const movementReasons = [
  'issue',
  'top_up',
  'card_top_up',
  'top_up_refund',
  'top_up_refund_failed',
  'redemption',
  'refund',
  'adjustment',
  'expiry',
] as const

export const CodeMovement = z.object({
  id,
  reason: z.enum(movementReasons),
  amount: z.number().describe('Amount. Negative if the balance was reduced'),
  remaining_balance: z.number().describe('Balance after the change'),
  note: z.string().nullable().describe('Reason for the refund or adjustment'),
  cause: z.enum(cycleReasons).nullable().describe('Reason for the automatic refund'),
  created_at: timestamp,
})
export type CodeMovement = z.infer<typeof CodeMovement>
