import { driverAbilities } from '@coinless/contract/choices.ts'
import { pulsesFor } from '@coinless/contract/coins.ts'
import { minutesOf, type PriceListBody, pricesOf } from '@coinless/contract/device-prices.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { assertInCoins } from './coins.ts'

/** Link of a device, as far as it limits what the device can offer. */
export interface LinkedBy {
  switching: 'relay' | 'pulses'
  driver: keyof typeof driverAbilities
}

/** Prices that a customer may have to pay, and durations. */
interface Terms {
  prices: readonly number[]
  minutes: readonly number[]
}

export function termsOf(list: PriceListBody): Terms {
  return { prices: pricesOf(list), minutes: minutesOf(list) }
}

/** On `devices`. null: no controller is linked. */
export const linkedBy: RawBuilder<LinkedBy | null> = sql`(
  select jsonb_build_object('switching', switching, 'driver', driver)
  from device_links join controllers on controllers.id = controller_id
  where device_links.device_id = devices.id)`

export async function findLinkedBy(database: Database, deviceId: string): Promise<LinkedBy | null> {
  const device = await database
    .selectFrom('devices')
    .select(linkedBy.as('linked_by'))
    .where('id', '=', deviceId)
    .executeTakeFirst()
  return device?.linked_by ?? null
}

export function obstacleToTerms(
  linked: LinkedBy | null,
  coinType: Device['coin_type'],
  { prices, minutes }: Terms,
): 'price_not_in_coins' | 'too_long_for_controller' | undefined {
  if (linked?.switching === 'pulses' && prices.some((each) => pulsesFor(each, coinType) === null))
    return 'price_not_in_coins'
  const isTooLong = minutes.some((each) => each > minutesMaxOf(linked))
  return isTooLong ? 'too_long_for_controller' : undefined
}

/** @throws Refusal price_not_in_coins, too_long_for_controller */
export function assertFitsLink(
  linked: LinkedBy | null,
  coinType: Device['coin_type'],
  terms: Terms,
): void {
  const obstacle = obstacleToTerms(linked, coinType, terms)
  if (obstacle === 'price_not_in_coins')
    for (const price of terms.prices) assertInCoins(price, coinType)
  if (obstacle) throw new Refusal('too_long_for_controller', { minutes: minutesMaxOf(linked) })
}

function minutesMaxOf(linked: LinkedBy | null): number {
  return linked?.switching === 'relay'
    ? driverAbilities[linked.driver].relayMinutesMax
    : Number.POSITIVE_INFINITY
}
