import { currency } from '@coinless/contract/currency.ts'
import {
  type DeviceField,
  type DeviceFieldName,
  deviceFieldNames,
  deviceFields,
} from '@coinless/contract/device-fields.ts'
import type { ImportField } from '../../shared/imports/importable.ts'
import { columnLabels } from './column-labels.ts'

/** Column names besides the labels, and words for the values of a choice. The first name in the file counts. */
const further: Partial<Record<DeviceFieldName, Pick<ImportField, 'words'> & { names: string[] }>> =
  {
    device_number: {
      names: ['device number', 'número de dispositivo', 'number', 'número', 'no', 'nº'],
    },
    device_name: { names: ['device name', 'nombre del dispositivo', 'name', 'nombre'] },
    device_type: {
      names: ['device type', 'tipo de dispositivo', 'type', 'tipo'],
      words: {
        washer: ['lavadora', 'washing machine'],
        dryer: ['secadora'],
        shower: ['ducha'],
        water: ['agua'],
        electricity: ['electricidad'],
        other: ['otro'],
      },
    },
    location: { names: ['location', 'ubicación', 'place', 'lugar', 'address', 'dirección'] },
    price: { names: ['price', 'precio', 'price ($)', 'precio ($)'] },
    duration_minutes: {
      names: [
        'duration in minutes',
        'duración en minutos',
        'duration',
        'duración',
        'minutes',
        'minutos',
      ],
    },
    minimum_duration_minutes: {
      names: [
        'minimum duration in minutes',
        'duración mínima en minutos',
        'minimum duration',
        'duración mínima',
      ],
    },
    coin_type: {
      names: ['coin type', 'tipo de moneda', 'coin', 'moneda'],
    },
    status: {
      names: ['status', 'estado'],
      words: { active: ['activo'], inactive: ['inactivo'], disabled: ['desactivado'] },
    },
    landlord_email: {
      names: ['landlord email', 'correo del propietario', 'landlord', 'propietario'],
    },
  }

const coinWords: Record<string, string[]> =
  currency.code === 'USD' ? { quarter: ['cuarto de dólar', '25 cents'], dollar: ['dólar'] } : {}

/** Fields of a device file. */
export const importFields: readonly ImportField[] = [
  ...deviceFieldNames().map((name) => importField(name, deviceFields[name])),
  {
    name: 'prices',
    kind: 'prices',
    names: ['prices', 'precios', 'programmes and prices', 'programas y precios'],
  },
]

function importField(name: DeviceFieldName, field: DeviceField): ImportField {
  const { kind, isRequired = false, values = [] } = field
  const { names = [], words } = further[name] ?? {}
  const common = { name, isRequired, names: [...names, ...(columnLabels[name] ?? [])] }
  if (kind === 'minutes' || kind === 'amount') return { ...common, kind: 'number' }
  if (kind === 'coin') {
    return { ...common, kind, isKeptWhenEmpty: !isRequired, words: coinWords }
  }
  if (kind !== 'choice') return { ...common, kind: 'text' }
  return {
    ...common,
    kind,
    isKeptWhenEmpty: !isRequired,
    words: { ...Object.fromEntries(values.map((value) => [value, []])), ...words },
  }
}
