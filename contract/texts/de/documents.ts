import { limits } from '../../limits.ts'
import type { documents as english } from '../en/documents.ts'

export const documents: typeof english = {
  invalid: 'Kein gültiges JSON',
  notAnObject: 'Das Dokument muss ein JSON-Objekt sein, etwa {"name": "Anna"}',
  tooLarge: `Das Dokument darf höchstens ${limits.documentBytes} Byte groß sein`,
  tooDeep: `Das Dokument darf höchstens ${limits.documentLevels} Ebenen von Objekten und Listen haben`,
  nulCharacter: 'Das Dokument darf kein NUL-Zeichen enthalten',
  halfCharacter: 'Das Dokument enthält ein halbes Zeichen (ein einzelnes Surrogat)',
  protoKey: 'Das Dokument darf keinen Schlüssel namens __proto__ enthalten',
  repeatedKey: (key) => `Der Schlüssel ${key} kommt im selben Objekt zweimal vor`,
  movedKey: (key) =>
    `Der Schlüssel ${key} würde nach vorn rücken: Ganzzahlige Schlüssel stehen am Anfang, aufsteigend sortiert`,
  inexactNumber: (number) =>
    `Die Zahl ${number} würde an Genauigkeit verlieren. Schreiben Sie sie in Anführungszeichen, als Text`,
  place: (line, column) => `(Zeile ${line}, Spalte ${column})`,
}
