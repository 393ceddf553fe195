import type { z } from 'zod'

/**
 * Rights for an account that its owner can grant, grouped as landlords think. Money means payments, refunds and losses;
 * the balance of a code belongs to the code.
 */
export const rights = [
  'read_devices',
  'change_devices',
  'controllers',
  'reports',
  'read_codes',
  'change_codes',
  'read_money',
  'give_money',
  'pay',
  'bookings',
  'webhooks',
  'resources',
  'admin',
] as const
export type Right = (typeof rights)[number]

/**
 * Rights that a call needs from a narrowed caller: all of these; `account`, which is never granted: calls that open an
 * account, or are for its owner only; `any`: the answer depends on the caller's rights.
 */
export type Need = Right | readonly [Right, ...Right[]] | 'account' | 'any'

/** null: a session, which is not narrowed. */
export interface CallerRights {
  rights: readonly Right[] | null
}

export function hasRight({ rights: given }: CallerRights, right: Right): boolean {
  return given === null || given.includes(right)
}

/** The first required right that the caller lacks. */
export function missingRight(caller: CallerRights, need: Need): Right | 'account' | undefined {
  if (need === 'any' || caller.rights === null) return undefined
  if (need === 'account') return need
  return [need].flat().find((right) => !hasRight(caller, right))
}

/** The right to read a field: fixed, or by the value of a field of this object or an enclosing one. */
export type ReadRight = Right | { field: string; of: Readonly<Record<string, Right>> }

/** Metadata key of this right in a schema. OpenAPI shows it. */
export const readByKey = 'x-right'

/**
 * Marks fields of a reply that need a right to read. Without it, the answer omits them
 * (server/http/routing/readable.ts), so that a write shows no more than reads do.
 */
export function readableWith<Shape extends z.ZodRawShape>(right: ReadRight, shape: Shape): Shape {
  const marked = Object.entries(shape).map(([name, field]) => [
    name,
    (field as z.ZodType).meta({ [readByKey]: right }),
  ])
  return Object.fromEntries(marked)
}

export function readRightOf(field: z.ZodType): ReadRight | undefined {
  return field.meta()?.[readByKey] as ReadRight | undefined
}
