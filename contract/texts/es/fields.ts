import { currency } from '../../currency.ts'
import { limits } from '../../limits.ts'
import { revenueLimits } from '../../revenue-limits.ts'
import type { fields as english } from '../en/fields.ts'
import { formatsOf } from '../formats.ts'

const { formatCount } = formatsOf('es')

export const fields: typeof english = {
  language: 'es',
  statement: (name, problem) => `${name}: ${problem}.`,
  tooManyCells: 'Aquí solo caben nombre, correo y teléfono.',
  brokenQuotes: 'Unas comillas no se cierran o están dentro de un valor.',
  inLine: (line: number, statement: string) => `Línea ${line}: ${statement}`,
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
    not_in_room: 'no está en esta sala',
    not_a_sticker: 'Ese número de pegatina no es válido. Comprueba las cifras',
    not_an_email: 'debe ser una dirección de correo',
    not_a_web_address: 'debe ser una dirección http o https',
    none_chosen: 'Elige al menos uno',
    not_a_time_of_day: 'debe ser una hora del día, como 22:00',
    not_a_time: 'debe ser una fecha y hora con su huso horario, como 2027-01-31T18:00:00Z',
    not_a_quarter: 'debe ser un cuarto de hora exacto, como 22:15',
    times_overlap: 'Estas horas se solapan con otras',
    one_for_each_programme: 'debe haber uno por programa',
    not_the_first_programme: 'deben empezar por el precio y la duración del dispositivo',
    not_a_time_zone: 'debe ser una zona horaria como America/New_York',
    not_a_day: 'debe ser un día como 2026-01-31',
    in_the_past: 'no debe estar en el pasado',
    period_or_days: 'debe omitirse cuando hay un período',
    before_the_first_day: 'no debe ser anterior al primer día',
    as_long_as_a_slot: 'debe ser menos que la duración de cada turno',
    too_many_days: `debe estar como máximo a ${revenueLimits.revenueDays} días del primero`,
    not_text: 'debe ser texto',
    not_a_number: 'debe ser un número',
    ambiguous_number: 'Pueden ser millares o decimales: escribe 1500 o 1,50.',
    not_whole: 'debe ser un número entero',
    not_a_boolean: 'debe ser true o false',
    not_an_object: 'debe ser un objeto',
    not_a_list: 'debe ser una lista',
    above_duration: 'no puede ser mayor que la duración',
    one_of_two: 'indica este dato o los clientes, pero no ambos',
    zero: 'no puede ser 0',
    photo_too_large: `La foto puede tener como máximo ${limits.photoBytes / 1024 / 1024} MB`,
    not_base64: 'debe estar en base64',
    too_many_decimals:
      currency.decimals === 0 ? 'debe ser un número entero' : 'debe tener como máximo 2 decimales',
    two_decimals: 'debe tener como máximo 2 decimales',
    code_characters: 'solo puede contener letras, cifras y guiones',
    short_password: `La contraseña debe tener al menos ${limits.passwordMin} caracteres`,
  },
  limitProblems: {
    oneOf: (values) => `debe ser uno de estos valores: ${values}`,
    orMore: (limit) => `debe ser ${limit} o más`,
    orLess: (limit) => `debe ser ${limit} o menos`,
    atLeastCharacters: (limit) => `debe tener al menos ${limit} caracteres`,
    atMostLines: (limit: number) => `debe tener ${formatCount(limit)} líneas como máximo`,
    atMostCharacters: (limit) => `debe tener como máximo ${limit} caracteres`,
  },
}
