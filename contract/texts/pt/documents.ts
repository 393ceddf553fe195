import { limits } from '../../limits.ts'
import type { documents as english } from '../en/documents.ts'

export const documents: typeof english = {
  invalid: 'O formato JSON não é válido',
  notAnObject: 'O documento precisa ser um objeto JSON, como {"name": "Ana"}',
  tooLarge: `O documento pode ter no máximo ${limits.documentBytes} bytes`,
  tooDeep: `O documento pode ter no máximo ${limits.documentLevels} níveis de objetos e listas`,
  nulCharacter: 'O documento não pode conter um caractere NUL',
  halfCharacter: 'O documento contém meio caractere (um substituto isolado)',
  protoKey: 'O documento não pode ter uma chave chamada __proto__',
  repeatedKey: (key) => `A chave ${key} aparece duas vezes no mesmo objeto`,
  movedKey: (key) =>
    `A chave ${key} iria para o início: chaves que são números inteiros vêm primeiro, em ordem crescente`,
  inexactNumber: (number) =>
    `O número ${number} perderia precisão. Escreva-o entre aspas, como texto`,
  place: (line, column) => `(linha ${line}, coluna ${column})`,
}
