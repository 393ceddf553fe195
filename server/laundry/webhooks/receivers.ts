import type { AppConfig } from '../../platform/config/config.ts'
import { isPublicHost } from '../../platform/http-client/address.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'

type Setting = Pick<AppConfig, 'webhookPrivateNetworks'>

const ports = ['', '443', '8443']

/** Whether a webhook may use this address, as far as the address shows. Its resolved name is checked at each call. */
export function isAllowed({ webhookPrivateNetworks }: Setting, address: string): boolean {
  const url = URL.parse(address)
  if (!url || url.username || url.password) return false
  if (webhookPrivateNetworks) return /^https?:$/.test(url.protocol)
  return url.protocol === 'https:' && ports.includes(url.port) && isPublicHost(url.hostname)
}

/** @throws Refusal webhook_address_refused */
export function assertAllowed(setting: Setting, address: string): void {
  if (!isAllowed(setting, address)) throw new Refusal('webhook_address_refused')
}

/** Part of an address that may be stored: its path and query may hold a secret. */
export function hostOf(address: string): string {
  return URL.parse(address)?.host ?? ''
}
