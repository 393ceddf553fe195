import { deviceStatuses, deviceTypes } from './choices.ts'
import { limits } from './limits.ts'
import { fromMinor } from './money.ts'

/**
 * One field of a device for form, detail page, list and import, without its schema, so that lists need not load it.
 * Its label is the text `field.<name>`, which also names its column in files.
 */
export interface DeviceField {
  /** Chooses the control of the form and the way to show a value or to read a cell. */
  kind: 'text' | 'address' | 'choice' | 'coin' | 'minutes' | 'amount'
  isRequired?: boolean
  /** Value in the form of a new device; default: ''. */
  blank?: string | number
  /** Most characters, or the highest number. */
  max?: number
  /** Values of a choice. */
  values?: readonly (typeof deviceTypes | typeof deviceStatuses)[number][]
  /** Label in lists and on the detail page, if it differs. */
  heading?:
    | 'field.name'
    | 'field.duration'
    | 'heading.deviceNumber'
    | 'heading.type'
    | 'heading.minimumDuration'
  /** Has a column in the list. */
  isListed?: boolean
  /** Is cleared when its owner closes the account. */
  isPersonal?: boolean
}

/** In the order of the import. */
export const deviceFields = {
  device_number: {
    kind: 'text',
    isRequired: true,
    max: limits.deviceNumberMax,
    heading: 'heading.deviceNumber',
    isListed: true,
  },
  label: {
    kind: 'text',
    isRequired: true,
    max: limits.labelMax,
    isPersonal: true,
  },
  device_name: {
    kind: 'text',
    max: limits.nameMax,
    heading: 'field.name',
    isListed: true,
    isPersonal: true,
  },
  device_type: {
    kind: 'choice',
    isRequired: true,
    blank: 'washer',
    values: deviceTypes,
    heading: 'heading.type',
    isListed: true,
  },
  location: {
    kind: 'text',
    isRequired: true,
    max: limits.locationMax,
    isListed: true,
    isPersonal: true,
  },
  price: {
    kind: 'amount',
    isRequired: true,
    max: fromMinor(limits.priceMax),
    isListed: true,
  },
  duration_minutes: {
    kind: 'minutes',
    isRequired: true,
    blank: 30,
    max: limits.minutesMax,
    heading: 'field.duration',
    isListed: true,
  },
  minimum_duration_minutes: {
    kind: 'minutes',
    blank: 15,
    max: limits.minutesMax,
    heading: 'heading.minimumDuration',
  },
  coin_type: {
    kind: 'coin',
  },
  status: {
    kind: 'choice',
    blank: 'active',
    values: deviceStatuses,
    isListed: true,
  },
  landlord_email: {
    kind: 'address',
    isRequired: true,
  },
} as const satisfies Record<string, DeviceField>

export type DeviceFieldName = keyof typeof deviceFields

/** All fields: these first, then the others in the order of the import. */
export function deviceFieldNames(...first: DeviceFieldName[]): DeviceFieldName[] {
  return [...new Set([...first, ...(Object.keys(deviceFields) as DeviceFieldName[])])]
}
