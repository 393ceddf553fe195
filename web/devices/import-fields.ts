import { deviceTypes } from '@coinless/contract/choices.ts'
import type { ImportField } from '../imports/importable.ts'

/** Fields of a device file, with column names in English and Spanish. */
export const deviceFields: readonly ImportField[] = [
  {
    name: 'device_number',
    kind: 'text',
    isRequired: true,
    names: ['device number', 'número de dispositivo', 'number', 'número', 'no', 'nº'],
  },
  { name: 'label', kind: 'text', isRequired: true, names: ['label', 'etiqueta'] },
  {
    name: 'device_name',
    kind: 'text',
    names: ['device name', 'nombre del dispositivo', 'name', 'nombre'],
  },
  {
    name: 'device_type',
    kind: 'choice',
    isRequired: true,
    names: ['device type', 'tipo de dispositivo', 'type', 'tipo'],
    words: {
      ...Object.fromEntries(deviceTypes.map((type) => [type, []])),
      washer: ['lavadora', 'washing machine'],
      dryer: ['secadora'],
      shower: ['ducha'],
      water: ['agua'],
      electricity: ['electricidad'],
      other: ['otro'],
    },
  },
  {
    name: 'location',
    kind: 'text',
    isRequired: true,
    names: ['location', 'ubicación', 'place', 'lugar', 'address', 'dirección'],
  },
  {
    name: 'price',
    kind: 'number',
    isRequired: true,
    names: ['price', 'precio', 'price ($)', 'precio ($)'],
  },
  {
    name: 'duration_minutes',
    kind: 'number',
    isRequired: true,
    names: [
      'duration in minutes',
      'duración en minutos',
      'duration',
      'duración',
      'minutes',
      'minutos',
    ],
  },
  {
    name: 'minimum_duration_minutes',
    kind: 'number',
    names: [
      'minimum duration in minutes',
      'duración mínima en minutos',
      'minimum duration',
      'duración mínima',
    ],
  },
  {
    name: 'coin_type',
    kind: 'choice',
    isKeptWhenEmpty: true,
    names: ['coin type', 'tipo de moneda', 'coin', 'moneda'],
    words: { quarter: ['cuarto de dólar', '25 cents', '0.25'], dollar: ['dólar', '1'] },
  },
  {
    name: 'status',
    kind: 'choice',
    isKeptWhenEmpty: true,
    names: ['status', 'estado'],
    words: { active: ['activo'], inactive: ['inactivo'], disabled: ['desactivado'] },
  },
  {
    name: 'landlord_email',
    kind: 'text',
    isRequired: true,
    names: ['landlord email', 'correo del propietario', 'landlord', 'propietario'],
  },
  {
    name: 'prices',
    kind: 'prices',
    names: ['prices', 'precios', 'programmes and prices', 'programas y precios'],
  },
]
