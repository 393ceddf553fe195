import { coinTypes } from '@coinless/contract/coins.ts'
import { currency } from '@coinless/contract/currency.ts'
import {
  type DeviceField,
  type DeviceFieldName,
  deviceFieldNames,
  deviceFields,
} from '@coinless/contract/device-fields.ts'
import { columnNames, valueWords } from '../../shared/imports/column-names.ts'
import type { ImportField } from '../../shared/imports/importable.ts'

/** Fields of a device file. */
export const importFields: readonly ImportField[] = [
  ...deviceFieldNames().map((name) => importField(name, deviceFields[name])),
  { name: 'prices', kind: 'prices', names: columnNames('devices', 'prices') },
]

function importField(name: DeviceFieldName, field: DeviceField): ImportField {
  const { kind, isRequired = false, values = [] } = field
  const common = { name, isRequired, names: columnNames('devices', name) }
  if (kind === 'minutes' || kind === 'amount') return { ...common, kind: 'number' }
  if (kind !== 'coin' && kind !== 'choice') return { ...common, kind: 'text' }
  const named = kind === 'choice' ? values : currency.code === 'USD' ? coinTypes : []
  const words = Object.fromEntries(named.map((value) => [value, valueWords(name, value)]))
  return { ...common, kind, isKeptWhenEmpty: !isRequired, words }
}
