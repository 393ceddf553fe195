/** Initial values of a new device form. */
export const deviceDefaults = {
  device_type: 'washer',
  duration_minutes: 30,
  minimum_duration_minutes: 15,
  coin_type: 'quarter',
  price: 2.5,
  status: 'active',
} as const

export const minimumHint = `null: no minimum. Omitted: ${deviceDefaults.minimum_duration_minutes} for a new device (the full duration if shorter), unchanged for an existing device`
