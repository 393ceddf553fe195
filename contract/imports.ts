import { z } from 'zod'
import { rowsOf } from './fields.ts'
import { limits } from './limits.ts'
import { type Right, readableWith } from './rights.ts'

/** A file is imported in chunks: each call creates all of its new rows. */
export function importOf<Row extends z.ZodType>(row: Row) {
  return z.strictObject({ rows: rowsOf(z.array(row).min(1).max(limits.importRowsAtOnce)) })
}

/** `unchanged` and `differs`: the row exists already and stays as it is. */
const leftOutcomes = ['unchanged', 'differs', 'refused'] as const

/** Comparing rows with existing ones reads them: without the right, an answer shows only which rows created nothing. */
function skippedRow(right: Right) {
  return z.object({
    row: z.int().describe('Index of the row in the call, from 0'),
    ...readableWith(right, {
      outcome: z.enum(leftOutcomes),
      fields: z.array(z.string()).describe('Fields that differ, or that cause the refusal'),
    }),
    message: z.string().nullable().describe('Reason for the refusal'),
  })
}
export type SkippedRow = z.infer<ReturnType<typeof skippedRow>>

/** Rows that would be imported now; creates nothing. */
export function importPreview(right: Right) {
  return z.object({
    left: z.array(skippedRow(right)).describe('Rows that would create nothing, in order'),
  })
}

export function importReport(right: Right) {
  return z.object({
    created: z.int(),
    left: z.array(skippedRow(right)).describe('Rows that created nothing, in order'),
  })
}
export type ImportReport = z.infer<ReturnType<typeof importReport>>
