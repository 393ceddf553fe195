import type { z } from 'zod'

/**
 * What somebody may be let do for an account besides its owner, cut by what landlords think in. Money is what was
 * paid, given back and lost; what is left on a code belongs to the code.
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
  'webhooks',
  'resources',
  'admin',
] as const
export type Right = (typeof rights)[number]

/**
 * What a call takes of a narrowed caller: all of these rights; `account`, which nobody is given: what opens an
 * account, and what is its owner's own; `any`: the call gives each what their rights have.
 */
export type Need = Right | readonly [Right, ...Right[]] | 'account' | 'any'

/** null: of a session, which is not narrowed. */
export interface Narrowed {
  rights: readonly Right[] | null
}

export function hasRight({ rights: given }: Narrowed, right: Right): boolean {
  return given === null || given.includes(right)
}

/** The first of what is needed that a caller lacks. */
export function missingRight(caller: Narrowed, need: Need): Right | 'account' | undefined {
  if (need === 'any' || caller.rights === null) return undefined
  if (need === 'account') return need
  return [need].flat().find((right) => !hasRight(caller, right))
}

/** The right that reads a field: always the same, or by what a field of the object, or of one around it, says. */
export type ReadBy = Right | { field: string; of: Readonly<Record<string, Right>> }

/** Where a schema says so. OpenAPI shows it. */
export const readByKey = 'x-right'

/**
 * Fields of a reply that take a right to read. A call may be made without it: its answer then leaves them out
 * (server/http/routing/readable.ts), so that a caller who writes reads no more than the calls that read would tell.
 */
export function readBy<Shape extends z.ZodRawShape>(right: ReadBy, shape: Shape): Shape {
  const marked = Object.entries(shape).map(([name, field]) => [
    name,
    (field as z.ZodType).meta({ [readByKey]: right }),
  ])
  return Object.fromEntries(marked)
}

export function readByOf(field: z.ZodType): ReadBy | undefined {
  return field.meta()?.[readByKey] as ReadBy | undefined
}
