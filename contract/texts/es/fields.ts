import { limits } from '../../limits.ts'
import type { fields as english } from '../en/fields.ts'

export const fields: typeof english = {
  statement: (name, problem) => `${name}: ${problem}.`,
  problems: {
    unknown_field: 'no es un campo conocido',
    required: 'no puede faltar',
    invalid: 'no es válido',
    empty: 'no puede quedar en blanco',
    control_characters: 'no puede contener caracteres de control',
    half_character: 'no puede contener medio carácter (un sustituto suelto)',
    repeated: 'solo puede darse una vez',
    dots_alone: 'no puede ser solo puntos',
    not_an_id: 'no es un identificador válido',
    not_an_email: 'debe ser una dirección de correo',
    not_a_time_of_day: 'debe ser una hora del día, como 22:00',
    not_a_time: 'debe ser una fecha y hora en UTC',
    not_a_time_zone: 'debe ser una zona horaria como America/New_York',
    not_text: 'debe ser un texto',
    not_a_number: 'debe ser un número',
    not_whole: 'debe ser un número entero',
    not_a_boolean: 'debe ser true o false',
    not_an_object: 'debe ser un objeto',
    not_a_list: 'debe ser una lista',
    above_duration: 'no puede ser mayor que la duración',
    zero: 'no puede ser 0',
    too_many_decimals: 'debe tener como máximo 2 decimales',
    code_characters: 'solo puede contener letras, cifras y guiones',
    short_password: `La contraseña debe tener al menos ${limits.passwordMin} caracteres`,
  },
  limitProblems: {
    oneOf: (values) => `debe ser uno de estos valores: ${values}`,
    orMore: (limit) => `debe ser ${limit} o más`,
    orLess: (limit) => `debe ser ${limit} o menos`,
    atLeastCharacters: (limit) => `debe tener al menos ${limit} caracteres`,
    atMostCharacters: (limit) => `debe tener como máximo ${limit} caracteres`,
  },
}
