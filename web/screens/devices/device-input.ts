import { deviceFieldNames } from '@coinless/contract/device-fields.ts'
import type { Device, devices } from '@coinless/contract/devices.ts'
import type { z } from 'zod'

export type DeviceInput = z.input<typeof devices.create.body>

/** In the order of the form; further fields follow. */
export const formFields = deviceFieldNames(
  'label',
  'device_number',
  'device_name',
  'device_type',
  'landlord_email',
  'location',
  'duration_minutes',
  'minimum_duration_minutes',
)

/** Fields of a device that the form changes. */
export function inputOf(device: Device): DeviceInput {
  // Empty text and number fields hold ''.
  const values = formFields.map((field) => [field, device[field] ?? ''])
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
