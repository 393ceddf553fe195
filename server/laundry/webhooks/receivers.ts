import type { AppConfig } from '../../platform/config/config.ts'
import { isPublicHost } from '../../platform/http-client/address.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'

type Setting = Pick<AppConfig, 'webhookPrivateNetworks'>

const ports = ['', '443', '8443']

/** Whether a webhook may go there, as far as its address tells. Where a name leads is looked at when it is called. */
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

/** What is written down of an address: its path and query may hold a secret. */
export function hostOf(address: string): string {
  return URL.parse(address)?.host ?? ''
}
