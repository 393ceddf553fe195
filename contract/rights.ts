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
