import type { z } from 'zod'

/** The columns of an entity are the fields that the contract names: an answer can hold no other. */
export function columns<Shape extends z.ZodRawShape>(entity: z.ZodObject<Shape>) {
  return Object.keys(entity.shape) as (keyof Shape & string)[]
}
