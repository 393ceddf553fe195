import { limits } from './limits.ts'

const others = limits.othersMadeUnverified

/** Maximum number of each kind per account, and per unverified account. Numbers: `quota-limits.ts`. */
export const quotas = {
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

export type QuotaKind = keyof typeof quotas
export const quotaKinds = Object.keys(quotas) as [QuotaKind, ...QuotaKind[]]

export function quotaOf(kind: QuotaKind, { email_verified }: { email_verified: boolean }): number {
  return quotas[kind][email_verified ? 'most' : 'unverified']
}

/** For calls that create a kind of which unverified accounts may keep fewer. */
export function quotaRefusals<Kind extends QuotaKind>(kind: Kind) {
  return [`too_many_${kind}`, 'verification_needed', 'too_many_unverified'] as const
}

export function isNearlyFull(kept: number, most: number): boolean {
  return kept * 100 >= most * limits.nearlyFullPercent
}
