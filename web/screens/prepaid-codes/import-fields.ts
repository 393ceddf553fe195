import type { ImportField } from '../../shared/imports/importable.ts'

/** Fields of a file of codes, and their possible column names in English and Spanish. */
export const codeFields: readonly ImportField[] = [
  {
    name: 'code',
    kind: 'text',
    isRequired: true,
    names: ['código', 'prepaid code', 'código prepago'],
  },
  {
    name: 'balance',
    kind: 'number',
    isRequired: true,
    // The remaining balance takes precedence, so that spent money is not restored.
    names: ['remaining_balance', 'remaining', 'restante', 'balance', 'saldo', 'amount', 'importe'],
  },
  {
    name: 'customer_name',
    kind: 'text',
    names: ['nombre del cliente', 'name', 'nombre', 'tenant', 'inquilino'],
  },
  {
    name: 'customer_email',
    kind: 'text',
    names: ['correo del cliente', 'email', 'correo', 'e-mail'],
  },
  { name: 'phone_number', kind: 'text', names: ['teléfono', 'phone'] },
  { name: 'location', kind: 'text', names: ['ubicación', 'place', 'lugar'] },
  { name: 'tag', kind: 'text', names: ['etiqueta'] },
  {
    name: 'expires_at',
    kind: 'time',
    names: ['fecha de caducidad', 'expires', 'caduca', 'expiry'],
  },
  {
    name: 'disabled',
    kind: 'switch',
    isKeptWhenEmpty: true,
    names: ['desactivado', 'status', 'estado'],
    words: {
      true: ['yes', 'sí', '1', 'disabled', 'desactivado'],
      false: ['no', '0', 'enabled', 'activado', 'active', 'activo'],
    },
  },
  {
    name: 'landlord_email',
    kind: 'text',
    names: ['correo del propietario', 'landlord', 'propietario'],
  },
]
