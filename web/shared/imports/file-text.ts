import { limits } from '@coinless/contract/limits.ts'
import { type Encoding, likelyEncoding } from './encodings.ts'

export type FileProblem = 'tooLarge' | 'notText' | 'tooManyRows' | 'noRows'

/** A file that cannot be read or exceeds a limit. */
export class BadFile extends Error {
  readonly problem: FileProblem

  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}

export interface FileText {
  text: string
  /** Encoding used for a file that declares none: the user must check the result. */
  guessed?: Encoding
}

/** First bytes of spreadsheets, archives, documents and pictures. */
const otherKinds = ['PK\x03\x04', '%PDF', '\xd0\xcf\x11\xe0', '\x89PNG', '\xff\xd8\xff', '\x1f\x8b']

/** Control characters except tabs and line ends. */
const controlCharacters = /(?![\t\n\v\f\r])[\p{Cc}--[\x7f-\x9f]]/v

/** End-of-file character of DOS programs. */
const endOfFile = '\x1a'

/**
 * Text of a file in UTF-8 or UTF-16, with or without byte order mark, or in a single-byte encoding.
 * @param encoding known encoding of a file that declares none
 * @throws BadFile
 */
export async function textOf(file: Blob, encoding?: Encoding): Promise<FileText> {
  if (file.size > limits.importBytes) throw new BadFile('tooLarge')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const start = String.fromCharCode(...bytes.subarray(0, 4))
  if (otherKinds.some((kind) => start.startsWith(kind))) throw new BadFile('notText')
  const read = decoded(bytes, encoding)
  const text = withoutEnd(read.text)
  if (controlCharacters.test(text)) throw new BadFile('notText')
  return { ...read, text }
}

/** Line ends may follow the end-of-file character. */
function withoutEnd(text: string): string {
  const isEnd = (character: string) => character === endOfFile || character.trim() === ''
  let end = text.length
  while (end > 0 && isEnd(text.charAt(end - 1))) end--
  const sign = text.indexOf(endOfFile, end)
  return sign < 0 ? text : text.slice(0, sign)
}

function decoded(bytes: Uint8Array, encoding: Encoding | undefined): FileText {
  if (encoding) return { text: new TextDecoder(encoding).decode(bytes), guessed: encoding }
  const wide = wideEncoding(bytes)
  const text = readAs(wide ?? 'utf-8', wide ? withoutOddEnd(bytes) : bytes)
  if (text !== undefined) return { text }
  if (wide) throw new BadFile('notText')
  const guessed = likelyEncoding(bytes)
  return { text: new TextDecoder(guessed).decode(bytes), guessed }
}

/** Some programs end a UTF-16 file with a single-byte end-of-file character. */
function withoutOddEnd(bytes: Uint8Array): Uint8Array {
  const isOdd = bytes.length % 2 === 1 && bytes.at(-1) === endOfFile.charCodeAt(0)
  return isOdd ? bytes.subarray(0, -1) : bytes
}

/** Decodes bytes and drops a byte order mark; undefined if they are invalid. */
function readAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const [even, odd] = zeros(bytes.subarray(0, 4096))
  if (odd > 0 && even === 0) return 'utf-16le'
  return even > 0 && odd === 0 ? 'utf-16be' : undefined
}

/** Counts zero bytes at even and odd offsets: in UTF-16, half of each Latin character is zero. */
function zeros(bytes: Uint8Array): [even: number, odd: number] {
  const counts: [number, number] = [0, 0]
  bytes.forEach((byte, place) => {
    if (byte === 0) counts[place % 2 === 0 ? 0 : 1]++
  })
  return counts
}
