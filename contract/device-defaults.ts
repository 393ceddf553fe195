import { usual } from './coins.ts'
import { type DeviceField, type DeviceFieldName, deviceFields } from './device-fields.ts'

const blanks = Object.fromEntries(
  Object.entries<DeviceField>(deviceFields).map(([name, { blank = '' }]) => [name, blank]),
) as { [Name in DeviceFieldName]: BlankOf<(typeof deviceFields)[Name]> }

/** Initial values of a new device form. */
export const deviceDefaults = { ...blanks, price: usual.price, coin_type: usual.coin }
type BlankOf<Field> = Field extends { blank: infer Blank } ? Blank : ''

export const minimumHint = `null: no minimum. Omitted: ${deviceDefaults.minimum_duration_minutes} for a new device (the full duration if shorter), unchanged for an existing device`
