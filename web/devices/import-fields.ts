import {
  type DeviceField,
  deviceFieldNames,
  deviceFields,
} from '@coinless/contract/device-fields.ts'
import type { ImportField } from '../imports/importable.ts'

/** Fields of a device file. */
export const importFields: readonly ImportField[] = [
  ...deviceFieldNames().map((name) => importField(name, deviceFields[name])),
  {
    name: 'prices',
    kind: 'prices',
    names: ['prices', 'precios', 'programmes and prices', 'programas y precios'],
  },
]

function importField(name: string, field: DeviceField): ImportField {
  const { kind, isRequired = false, columns, values = [], words } = field
  const common = { name, isRequired, names: columns }
  if (kind === 'minutes' || kind === 'dollars') return { ...common, kind: 'number' }
  if (kind !== 'choice') return { ...common, kind: 'text' }
  return {
    ...common,
    kind,
    isKeptWhenEmpty: !isRequired,
    words: { ...Object.fromEntries(values.map((value) => [value, []])), ...words },
  }
}
