import { z } from 'zod'
import { deviceStatuses, deviceTypes } from './choices.ts'
import { search, trueOrFalse } from './fields.ts'

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

export const verified = trueOrFalse
  .optional()
  .describe(
    'true: of others, only devices of operators with a verified email address, and those whose whole device number is the search. Without a search, the total counts only to the next page',
  )
