import { nearestPrices, pulsesFor } from '@coinless/contract/coins.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'

/** @throws Refusal price_not_in_coins */
export function assertInCoins(price: number, coinType: Device['coin_type']): void {
  if (pulsesFor(price, coinType) !== null) return
  throw new Refusal('price_not_in_coins', nearestPrices(price, coinType))
}
