import type { Device } from '@coinless/contract/devices.ts'

/** A device at the price and for the minutes of a programme, as it offers that now. */
export interface OfferedDevice extends Device {
  /** null: it has one alone. */
  programme: string | null
}

/** @param chosen a programme; one that is gone counts as the first */
export function offered(device: Device, chosen: string | undefined): OfferedDevice {
  const { offers } = device
  const offer = offers?.find(({ programme }) => programme === chosen) ?? offers?.[0]
  if (!offer) return { ...device, programme: null }
  const { programme, price, duration_minutes } = offer
  return { ...device, programme, price, duration_minutes }
}
