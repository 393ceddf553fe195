import { type AnyNode, iterator, type ObjectNode, parse } from '@humanwhocodes/momoa'
import type { Sentence } from './languages.ts'
import { limits } from './limits.ts'

export type JsonObject = { [key: string]: unknown }

interface Place {
  line: number
  column: number
}

/** What keeps a text from being kept as a document, and where in the text that is. */
export interface DocumentProblem {
  sentence: Sentence
  place: Place | undefined
}

/** The text as an object, or the first reason why it would not be kept exactly as it is. */
export function readDocument(
  text: string,
): { document: JsonObject } | { problem: DocumentProblem } {
  const bytes = new TextEncoder().encode(text).length
  if (bytes > limits.documentBytes) return refuse(sentences.tooLarge)
  const value = parsed(text)
  if (value === undefined) return refuse(sentences.invalid, syntaxErrorOf(text))
  if (!isObject(value)) return refuse(sentences.notAnObject)
  // Before the next parser, which calls itself at each level.
  if (isTooDeep(value)) return refuse(sentences.tooDeep)
  const isEntered = ({ phase }: { phase: string }) => phase === 'enter'
  for (const { node } of iterator(parse(text), isEntered)) {
    const found = problemOf(node as AnyNode, text)
    if (found) return refuse(found.sentence, found.node.loc.start)
  }
  return { document: value }
}

/** 'Invalid JSON format (line 1, column 7)' */
export function sentenceWithPlace({ sentence, place }: DocumentProblem): Sentence {
  if (!place) return sentence
  const { line, column } = place
  return {
    en: `${sentence.en} (line ${line}, column ${column})`,
    es: `${sentence.es} (línea ${line}, columna ${column})`,
  }
}

function refuse(sentence: Sentence, place?: Place): { problem: DocumentProblem } {
  return { problem: { sentence, place: place && { line: place.line, column: place.column } } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function syntaxErrorOf(text: string): Place | undefined {
  try {
    parse(text)
    return undefined
  } catch (error) {
    if (!(error instanceof Error && 'line' in error)) return undefined
    const { message, line, column } = error as Error & Place
    return message.startsWith('Unexpected end') ? endOf(text) : { line, column }
  }
}

function endOf(text: string): Place {
  const lines = text.split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Looks no deeper than one level beyond the limit. */
export function isTooDeep(value: unknown, levels: number = limits.documentLevels): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((each) => isTooDeep(each, levels - 1))
}

interface Found {
  sentence: Sentence
  node: AnyNode
}

function problemOf(node: AnyNode, text: string): Found | undefined {
  switch (node.type) {
    case 'String':
      return found(node, problemOfString(node.value))
    case 'Number':
      return found(node, problemOfNumber(text.slice(node.loc.start.offset, node.loc.end.offset)))
    case 'Object':
      return problemOfKeys(node)
    default:
      return undefined
  }
}

function found(node: AnyNode, sentence: Sentence | undefined): Found | undefined {
  return sentence && { sentence, node }
}

function problemOfString(text: string): Sentence | undefined {
  if (text.includes('\0')) return sentences.nulCharacter
  return text.isWellFormed() ? undefined : sentences.halfCharacter
}

function problemOfKeys({ members }: ObjectNode): Found | undefined {
  const keys = new Set<string>()
  for (const { name } of members) {
    const key = name.type === 'String' ? name.value : name.name
    if (key === '__proto__') return { sentence: sentences.protoKey, node: name }
    if (keys.has(key)) return { sentence: sentences.repeatedKey(key), node: name }
    keys.add(key)
  }
  // Whoever reads JSON into an object of JavaScript has keys that are whole numbers first, by size.
  const read = Object.keys(Object.fromEntries([...keys].map((key) => [key, null])))
  const moved = [...keys].findIndex((key, index) => key !== read[index])
  const member = members[moved]
  return member && { sentence: sentences.movedKey(read[moved] ?? ''), node: member.name }
}

/** Whoever reads JSON reads a double: a number that is no double would come back changed. */
function problemOfNumber(literal: string): Sentence | undefined {
  const kept = Number(literal)
  // JSON written by JavaScript says 0 for -0.
  const isKept =
    Number.isFinite(kept) && !Object.is(kept, -0) && decimalOf(literal) === decimalOf(String(kept))
  return isKept ? undefined : sentences.inexactNumber(literal)
}

/** The same text for the same number: '1.50', '15e-1' and '1.5' are all '15e-1'. */
function decimalOf(literal: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:[.](\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  const power =
    BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length)
  return `${sign}${significant}e${power}`
}

const quotedMax = 40

function shortened(text: string): string {
  return text.length > quotedMax ? `${text.slice(0, quotedMax)}…` : text
}

function quoted(text: string): string {
  return JSON.stringify(shortened(text))
}

const sentences = {
  invalid: { en: 'Invalid JSON format', es: 'El formato JSON no es válido' },
  notAnObject: {
    en: 'The document must be a JSON object, such as {"name": "Ana"}',
    es: 'El documento debe ser un objeto JSON, como {"name": "Ana"}',
  },
  tooLarge: {
    en: `The document must have at most ${limits.documentBytes} bytes`,
    es: `El documento debe tener como máximo ${limits.documentBytes} bytes`,
  },
  tooDeep: {
    en: `The document must have at most ${limits.documentLevels} levels of objects and lists`,
    es: `El documento debe tener como máximo ${limits.documentLevels} niveles de objetos y listas`,
  },
  nulCharacter: {
    en: 'The document must not contain a NUL character',
    es: 'El documento no puede contener un carácter NUL',
  },
  halfCharacter: {
    en: 'The document contains half a character (a lone surrogate)',
    es: 'El documento contiene medio carácter (un sustituto suelto)',
  },
  protoKey: {
    en: 'The document must not have a key named __proto__',
    es: 'El documento no puede tener una clave llamada __proto__',
  },
  repeatedKey: (key: string) => ({
    en: `The key ${quoted(key)} is there twice in the same object`,
    es: `La clave ${quoted(key)} está dos veces en el mismo objeto`,
  }),
  movedKey: (key: string) => ({
    en: `The key ${quoted(key)} would be moved to the front. Keys that are whole numbers come first, by size`,
    es: `La clave ${quoted(key)} pasaría al principio. Las claves que son números enteros van primero, de menor a mayor`,
  }),
  inexactNumber: (number: string) => ({
    en: `The number ${shortened(number)} would not be kept exactly. Write it in quotes, as a text`,
    es: `El número ${shortened(number)} no se conservaría exacto. Escríbelo entre comillas, como texto`,
  }),
}
