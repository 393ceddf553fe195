import { type AnyNode, iterator, type ObjectNode, parse } from '@humanwhocodes/momoa'
import type { Language } from './languages.ts'
import { limits } from './limits.ts'
import { type DocumentTexts, documentTexts } from './texts/document-texts.ts'

export type JsonObject = { [key: string]: unknown }

/** Sentence in the texts of a language. */
type Reason = (texts: DocumentTexts) => string

interface Place {
  line: number
  column: number
}

/** Why a text cannot be stored as a document, and where in the text. */
export interface DocumentProblem {
  reason: Reason
  place: Place | undefined
}

/** Parses the text as an object, or returns the first reason why storing would change it. */
export function readDocument(
  text: string,
): { document: JsonObject } | { problem: DocumentProblem } {
  const bytes = new TextEncoder().encode(text).length
  if (bytes > limits.documentBytes) return refuse((texts) => texts.tooLarge)
  const value = parsed(text)
  if (value === undefined) return refuse((texts) => texts.invalid, syntaxErrorOf(text))
  if (!isObject(value)) return refuse((texts) => texts.notAnObject)
  // Before the next parser, which recurses at each level.
  if (isTooDeep(value)) return refuse((texts) => texts.tooDeep)
  const isEntered = ({ phase }: { phase: string }) => phase === 'enter'
  for (const { node } of iterator(parse(text), isEntered)) {
    const found = problemOf(node as AnyNode, text)
    if (found) return refuse(found.reason, found.node.loc.start)
  }
  return { document: value }
}

export function sentenceOfDocument({ reason }: DocumentProblem, language: Language): string {
  return reason(documentTexts[language])
}

/** 'Invalid JSON format (line 1, column 7)' */
export function sentenceWithPlace(problem: DocumentProblem, language: Language): string {
  const sentence = sentenceOfDocument(problem, language)
  if (!problem.place) return sentence
  const { line, column } = problem.place
  return `${sentence} ${documentTexts[language].place(line, column)}`
}

function refuse(reason: Reason, place?: Place): { problem: DocumentProblem } {
  return { problem: { reason, place: place && { line: place.line, column: place.column } } }
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

/** Stops one level beyond the limit. */
export function isTooDeep(value: unknown, levels: number = limits.documentLevels): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((each) => isTooDeep(each, levels - 1))
}

interface Found {
  reason: Reason
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

function found(node: AnyNode, reason: Reason | undefined): Found | undefined {
  return reason && { reason, node }
}

function problemOfString(text: string): Reason | undefined {
  if (text.includes('\0')) return (texts) => texts.nulCharacter
  return text.isWellFormed() ? undefined : (texts) => texts.halfCharacter
}

function problemOfKeys({ members }: ObjectNode): Found | undefined {
  const keys = new Set<string>()
  for (const { name } of members) {
    const key = name.type === 'String' ? name.value : name.name
    if (key === '__proto__') return { reason: (texts) => texts.protoKey, node: name }
    if (keys.has(key)) return { reason: (texts) => texts.repeatedKey(quoted(key)), node: name }
    keys.add(key)
  }
  // JavaScript objects order integer keys first, by size.
  const read = Object.keys(Object.fromEntries([...keys].map((key) => [key, null])))
  const moved = [...keys].findIndex((key, index) => key !== read[index])
  const member = members[moved]
  return (
    member && { reason: (texts) => texts.movedKey(quoted(read[moved] ?? '')), node: member.name }
  )
}

/** JSON readers use doubles: a number that is not a double would come back changed. */
function problemOfNumber(literal: string): Reason | undefined {
  const kept = Number(literal)
  // JavaScript writes -0 as 0 in JSON.
  const isKept =
    Number.isFinite(kept) && !Object.is(kept, -0) && decimalOf(literal) === decimalOf(String(kept))
  return isKept ? undefined : (texts) => texts.inexactNumber(shortened(literal))
}

/** Same text for equal numbers: '1.50', '15e-1' and '1.5' all give '15e-1'. */
function decimalOf(literal: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:[.](\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = withoutTrailingZeros(digits)
  if (significant === '') return '0'
  const power =
    BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length)
  return `${sign}${significant}e${power}`
}

/** Linear: a pattern such as 0+$ is quadratic, because it is tried from each zero. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

const quotedMax = 40

function shortened(text: string): string {
  return text.length > quotedMax ? `${text.slice(0, quotedMax)}…` : text
}

function quoted(text: string): string {
  return JSON.stringify(shortened(text))
}
