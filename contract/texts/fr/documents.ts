import { limits } from '../../limits.ts'
import type { documents as english } from '../en/documents.ts'

export const documents: typeof english = {
  invalid: 'Format JSON non valide',
  notAnObject: 'Le document doit être un objet JSON, comme {"name": "Ana"}',
  tooLarge: `Le document ne doit pas dépasser ${limits.documentBytes} octets`,
  tooDeep: `Le document ne doit pas dépasser ${limits.documentLevels} niveaux d’objets et de listes`,
  nulCharacter: 'Le document ne doit pas contenir de caractère NUL',
  halfCharacter: 'Le document contient un demi-caractère (un surrogate isolé)',
  protoKey: 'Le document ne doit pas avoir de clé nommée __proto__',
  repeatedKey: (key) => `La clé ${key} apparaît deux fois dans le même objet`,
  movedKey: (key) =>
    `La clé ${key} passerait en tête : les clés qui sont des nombres entiers viennent d’abord, par ordre croissant`,
  inexactNumber: (number) =>
    `Le nombre ${number} perdrait en précision. Écrivez-le entre guillemets, comme texte`,
  place: (line, column) => `(ligne ${line}, colonne ${column})`,
}
