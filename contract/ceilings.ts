import { limits } from './limits.ts'

const others = limits.othersMadeUnverified

/** What an account can keep: how many of each kind, and how many while its address is not verified. */
export const ceilings = {
  devices: { most: limits.devices, unverified: limits.madeUnverified },
  codes: { most: limits.codes, unverified: limits.madeUnverified },
  batches: { most: limits.codeBatches, unverified: others },
  controllers: { most: limits.controllers, unverified: others },
  resources: { most: limits.resources, unverified: others },
  webhooks: { most: limits.webhooks, unverified: limits.webhooks },
  staff: { most: limits.staff, unverified: 0 },
  api_keys: { most: limits.apiKeys, unverified: limits.apiKeys },
  passkeys: { most: limits.passkeysMax, unverified: limits.passkeysMax },
} as const

export type KeptKind = keyof typeof ceilings
export const keptKinds = Object.keys(ceilings) as [KeptKind, ...KeptKind[]]

export function ceilingOf(kind: KeptKind, { email_verified }: { email_verified: boolean }): number {
  return ceilings[kind][email_verified ? 'most' : 'unverified']
}

/** For calls that make one, of kinds that unverified accounts keep fewer of. */
export function ceilingRefusals<Kind extends KeptKind>(kind: Kind) {
  return [`too_many_${kind}`, 'verification_needed', 'too_many_unverified'] as const
}

export function isNearly(kept: number, most: number): boolean {
  return kept * 100 >= most * limits.nearlyFullPercent
}
