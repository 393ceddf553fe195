import { z } from 'zod'
import { deviceStatuses, deviceTypes } from './choices.ts'
import { search } from './fields.ts'

export const deviceFilters = {
  search: search.describe('Matches part of the device number, name, label or location'),
  device_type: z.enum(deviceTypes).optional(),
  status: z.enum(deviceStatuses).optional(),
}

export const own = z
  .enum(['first', 'only'])
  .optional()
  .describe(
    'first: devices that you own or accepted as landlord come first, sorted by location and age. only: no other devices',
  )
