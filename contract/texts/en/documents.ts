import { limits } from '../../limits.ts'

/** Why a text is not kept as a JSON document, and where in the text that is. */
export const documents = {
  invalid: 'Invalid JSON format',
  notAnObject: 'The document must be a JSON object, such as {"name": "Ana"}',
  tooLarge: `The document must have at most ${limits.documentBytes} bytes`,
  tooDeep: `The document must have at most ${limits.documentLevels} levels of objects and lists`,
  nulCharacter: 'The document must not contain a NUL character',
  halfCharacter: 'The document contains half a character (a lone surrogate)',
  protoKey: 'The document must not have a key named __proto__',
  repeatedKey: (key: string) => `The key ${key} is there twice in the same object`,
  movedKey: (key: string) =>
    `The key ${key} would be moved to the front. Keys that are whole numbers come first, by size`,
  inexactNumber: (number: string) =>
    `The number ${number} would not be kept exactly. Write it in quotes, as a text`,
  place: (line: number, column: number) => `(line ${line}, column ${column})`,
}
