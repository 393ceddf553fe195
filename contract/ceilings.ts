import { limits } from './limits.ts'
import type { RefusalCode } from './refusals.ts'
import type { Right } from './rights.ts'

interface Ceiling {
  most: number
  /** Of an account whose address is not verified. */
  unverified: number
  refusal: RefusalCode
  /** `account`: only the owner's own session reads how many there are. */
  readBy: Right | 'account'
}

const { othersMadeUnverified } = limits

/** What an account can keep, and how many of each kind. */
export const ceilings = {
  devices: {
    ...{ most: limits.devices, unverified: limits.madeUnverified },
    ...{ refusal: 'too_many_devices', readBy: 'read_devices' },
  },
  codes: {
    ...{ most: limits.codes, unverified: limits.madeUnverified },
    ...{ refusal: 'too_many_codes', readBy: 'read_codes' },
  },
  batches: {
    ...{ most: limits.codeBatches, unverified: othersMadeUnverified },
    ...{ refusal: 'too_many_batches', readBy: 'read_codes' },
  },
  controllers: {
    ...{ most: limits.controllers, unverified: othersMadeUnverified },
    ...{ refusal: 'too_many_controllers', readBy: 'controllers' },
  },
  resources: {
    ...{ most: limits.resources, unverified: othersMadeUnverified },
    ...{ refusal: 'too_many_resources', readBy: 'resources' },
  },
  webhooks: {
    ...{ most: limits.webhooks, unverified: limits.webhooks },
    ...{ refusal: 'too_many_webhooks', readBy: 'webhooks' },
  },
  staff: {
    ...{ most: limits.staff, unverified: 0 },
    ...{ refusal: 'too_many_staff', readBy: 'account' },
  },
  api_keys: {
    ...{ most: limits.apiKeys, unverified: limits.apiKeys },
    ...{ refusal: 'too_many_api_keys', readBy: 'account' },
  },
  passkeys: {
    ...{ most: limits.passkeysMax, unverified: limits.passkeysMax },
    ...{ refusal: 'too_many_passkeys', readBy: 'account' },
  },
} as const satisfies Record<string, Ceiling>

export type KeptKind = keyof typeof ceilings
export const keptKinds = Object.keys(ceilings) as [KeptKind, ...KeptKind[]]

export function ceilingOf(kind: KeptKind, { email_verified }: { email_verified: boolean }): number {
  return ceilings[kind][email_verified ? 'most' : 'unverified']
}

/** For calls that make one, of kinds that unverified accounts keep fewer of. */
export function ceilingRefusals<Kind extends KeptKind>(kind: Kind) {
  return [ceilings[kind].refusal, 'verification_needed', 'too_many_unverified'] as const
}

export function isNearly(kept: number, most: number): boolean {
  return kept * 100 >= most * limits.nearlyFullPercent
}
