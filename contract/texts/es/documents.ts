import { limits } from '../../limits.ts'
import type { documents as english } from '../en/documents.ts'

export const documents: typeof english = {
  invalid: 'El formato JSON no es válido',
  notAnObject: 'El documento debe ser un objeto JSON, como {"name": "Ana"}',
  tooLarge: `El documento debe tener como máximo ${limits.documentBytes} bytes`,
  tooDeep: `El documento debe tener como máximo ${limits.documentLevels} niveles de objetos y listas`,
  nulCharacter: 'El documento no puede contener un carácter NUL',
  halfCharacter: 'El documento contiene medio carácter (un sustituto suelto)',
  protoKey: 'El documento no puede tener una clave llamada __proto__',
  repeatedKey: (key) => `La clave ${key} aparece dos veces en el mismo objeto`,
  movedKey: (key) =>
    `La clave ${key} pasaría al principio. Las claves que son números enteros van primero, de menor a mayor`,
  inexactNumber: (number) =>
    `El número ${number} perdería precisión. Escríbelo entre comillas, como texto`,
  place: (line, column) => `(línea ${line}, columna ${column})`,
}
