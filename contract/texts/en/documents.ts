import { limits } from '../../limits.ts'

/** Why a text is rejected as a JSON document, and at which place. */
export const documents = {
  invalid: 'Invalid JSON format',
  notAnObject: 'The document must be a JSON object, such as {"name": "Ana"}',
  tooLarge: `The document must have at most ${limits.documentBytes} bytes`,
  tooDeep: `The document must have at most ${limits.documentLevels} levels of objects and lists`,
  nulCharacter: 'The document must not contain a NUL character',
  halfCharacter: 'The document contains half a character (a lone surrogate)',
  protoKey: 'The document must not have a key named __proto__',
  repeatedKey: (key: string) => `The key ${key} appears twice in the same object`,
  movedKey: (key: string) =>
    `The key ${key} would move to the front: whole-number keys come first, in ascending order`,
  inexactNumber: (number: string) =>
    `The number ${number} would lose precision. Write it in quotes, as text`,
  place: (line: number, column: number) => `(line ${line}, column ${column})`,
}
