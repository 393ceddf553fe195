import type { Sentence } from './languages.ts'
import { limits } from './limits.ts'

/**
 * What can be wrong with a field, as the end of a sentence that begins with the field's name. A
 * sentence that begins with a capital letter stands alone.
 */
export const problems = {
  unknown_field: { en: 'is not a known field', es: 'no es un campo conocido' },
  required: { en: 'is required', es: 'no puede faltar' },
  invalid: { en: 'is not valid', es: 'no es válido' },
  empty: { en: 'must not be empty', es: 'no puede quedar en blanco' },
  control_characters: {
    en: 'must not contain control characters',
    es: 'no puede contener caracteres de control',
  },
  half_character: {
    en: 'must not contain half a character (a lone surrogate)',
    es: 'no puede contener medio carácter (un sustituto suelto)',
  },
  repeated: { en: 'must be given only once', es: 'solo puede darse una vez' },
  dots_alone: { en: 'must not be dots alone', es: 'no puede ser solo puntos' },
  not_an_id: { en: 'is not a valid id', es: 'no es un identificador válido' },
  not_an_email: { en: 'must be an email address', es: 'debe ser una dirección de correo' },
  not_a_time: { en: 'must be a date and time in UTC', es: 'debe ser una fecha y hora en UTC' },
  not_a_time_zone: {
    en: 'must be a time zone such as America/New_York',
    es: 'debe ser una zona horaria como America/New_York',
  },
  not_text: { en: 'must be a text', es: 'debe ser un texto' },
  not_a_number: { en: 'must be a number', es: 'debe ser un número' },
  not_whole: { en: 'must be a whole number', es: 'debe ser un número entero' },
  not_a_boolean: { en: 'must be true or false', es: 'debe ser true o false' },
  not_an_object: { en: 'must be an object', es: 'debe ser un objeto' },
  not_a_list: { en: 'must be a list', es: 'debe ser una lista' },
  above_duration: {
    en: 'must not be more than the duration',
    es: 'no puede ser mayor que la duración',
  },
  zero: { en: 'must not be 0', es: 'no puede ser 0' },
  too_many_decimals: {
    en: 'must have at most 2 decimals',
    es: 'debe tener como máximo 2 decimales',
  },
  code_characters: {
    en: 'may only contain letters, digits and hyphens',
    es: 'solo puede contener letras, cifras y guiones',
  },
  short_password: {
    en: `Password must be at least ${limits.passwordMin} characters`,
    es: `La contraseña debe tener al menos ${limits.passwordMin} caracteres`,
  },
} as const satisfies Record<string, Sentence>

export type Problem = keyof typeof problems

export function isProblem(word: string): word is Problem {
  return word in problems
}

/** The problems that name a limit. */
export const limitProblems = {
  oneOf: (values: string): Sentence => ({
    en: `must be one of: ${values}`,
    es: `debe ser uno de estos valores: ${values}`,
  }),
  orMore: (limit: number): Sentence => ({
    en: `must be ${limit} or more`,
    es: `debe ser ${limit} o más`,
  }),
  orLess: (limit: number): Sentence => ({
    en: `must be ${limit} or less`,
    es: `debe ser ${limit} o menos`,
  }),
  atLeastCharacters: (limit: number): Sentence => ({
    en: `must have at least ${limit} characters`,
    es: `debe tener al menos ${limit} caracteres`,
  }),
  atMostCharacters: (limit: number): Sentence => ({
    en: `must have at most ${limit} characters`,
    es: `debe tener como máximo ${limit} caracteres`,
  }),
}

/** The Spanish names of fields. The English ones are their names in the contract, in words. */
export const spanishFieldNames: Record<string, string> = {
  year: 'Año',
  action: 'Acción',
  amount: 'Importe',
  balance: 'Saldo',
  body: 'Cuerpo de la petición',
  code: 'Código',
  coin_type: 'Tipo de moneda',
  credential: 'Llave de acceso',
  current_password: 'Contraseña actual',
  customer_email: 'Correo del cliente',
  customer_name: 'Nombre del cliente',
  device_id: 'Dispositivo',
  device_name: 'Nombre del dispositivo',
  device_number: 'Número de dispositivo',
  device_type: 'Tipo de dispositivo',
  disabled: 'Desactivado',
  duration: 'Duración',
  duration_minutes: 'Duración en minutos',
  email: 'Correo',
  expires_at: 'Fecha de caducidad',
  from: 'Desde',
  full_name: 'Nombre completo',
  id: 'Identificador',
  key: 'Clave',
  label: 'Etiqueta',
  landlord_email: 'Correo del propietario',
  limit: 'Límite',
  location: 'Ubicación',
  minimum_duration_minutes: 'Duración mínima en minutos',
  name: 'Nombre',
  new_password: 'Contraseña nueva',
  page: 'Página',
  passkey: 'Llave de acceso',
  password: 'Contraseña',
  payment_method: 'Forma de pago',
  payment_method_id: 'Medio de pago',
  phone_number: 'Teléfono',
  prepaid_code: 'Código prepago',
  price: 'Precio',
  reason: 'Motivo',
  refresh_token: 'Ficha de renovación',
  role: 'Rol',
  same_number: 'Mismo número',
  search: 'Búsqueda',
  second_factor: 'Segundo factor',
  status: 'Estado',
  time_zone: 'Zona horaria',
  until: 'Hasta',
  user_id: 'Usuario',
  user_type: 'Tipo de usuario',
  version: 'Versión',
}
