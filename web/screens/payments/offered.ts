import type { Device } from '@coinless/contract/devices.ts'

/** A device with the current price and minutes of a programme. */
export interface OfferedDevice extends Device {
  /** null: the device has only one. */
  programme: string | null
}

/** @param chosen a programme; a removed one counts as the first */
export function offered(device: Device, chosen: string | undefined): OfferedDevice {
  const { offers } = device
  const offer = offers?.find(({ programme }) => programme === chosen) ?? offers?.[0]
  if (!offer) return { ...device, programme: null }
  const { programme, price, duration_minutes } = offer
  return { ...device, programme, price, duration_minutes }
}
