import type { z } from 'zod'

/** Columns of an entity: the fields in the contract, so that an answer contains no others. */
export function columns<Shape extends z.ZodRawShape>(entity: z.ZodObject<Shape>) {
  return Object.keys(entity.shape) as (keyof Shape & string)[]
}
