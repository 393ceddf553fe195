import { deviceDefaults } from '@coinless/contract/device-defaults.ts'
import type { Device, devices } from '@coinless/contract/devices.ts'
import type { z } from 'zod'

export type DeviceInput = z.input<typeof devices.create.body>

export const blank = {
  label: '',
  device_number: '',
  device_name: '',
  landlord_email: '',
  location: '',
  ...deviceDefaults,
}

/** Fields of a device that the form changes. */
export function inputOf(device: Device): DeviceInput {
  const fields = Object.keys(blank) as (keyof typeof blank)[]
  // Empty text and number fields hold ''.
  const values = fields.map((field) => [field, device[field] ?? ''])
  return Object.fromEntries(values)
}

/** Lowers the minimum to a shorter duration; an invalid duration changes nothing. */
export function minimumWithin(
  minimum: DeviceInput['minimum_duration_minutes'],
  duration: number | string,
): DeviceInput['minimum_duration_minutes'] {
  const isLower = typeof minimum === 'number' && Number(duration) < minimum
  return isLower && Number.isInteger(duration) && Number(duration) > 0 ? Number(duration) : minimum
}
