import {
  type DeviceField,
  type DeviceFieldName,
  deviceFieldNames,
  deviceFields,
} from '@coinless/contract/device-fields.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { fieldName, t } from '../../shared/texts/texts.ts'
import { coinLabel, label, minutes, money } from '../../shared/ui/formats.ts'

/** Further fields follow. */
const inOrder = deviceFieldNames(
  'device_number',
  'device_name',
  'device_type',
  'location',
  'status',
)
/** Fields on the detail page, whose title is the label. */
export const detailFields = inOrder.filter((name) => name !== 'label')
/** Fields with a column in the list. */
export const listedFields = inOrder.filter((name) => 'isListed' in deviceFields[name])

export function headingOf(name: DeviceFieldName): string {
  const { heading }: DeviceField = deviceFields[name]
  return heading ? t(heading) : fieldName(name)
}

export function shownValue(device: Device, name: DeviceFieldName): string {
  const value = device[name]
  if (value === null || value === '') return '–'
  switch (deviceFields[name].kind) {
    case 'text':
    case 'address':
      return String(value)
    case 'choice':
      return label(value as Parameters<typeof label>[0])
    case 'coin':
      return coinLabel(value as Device['coin_type'])
    case 'minutes':
      return minutes(Number(value))
    case 'amount':
      return money(Number(value))
  }
}
