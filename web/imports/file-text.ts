import { limits } from '@coinless/contract/limits.ts'

export type FileProblem = 'tooLarge' | 'notText' | 'tooManyRows' | 'noRows'

/** A file that nothing can be read from, or more than is read at once. */
export class BadFile extends Error {
  readonly problem: FileProblem

  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}

/** What spreadsheets, archives, documents and pictures begin with. */
const otherKinds = ['PK\x03\x04', '%PDF', '\xd0\xcf\x11\xe0', '\x89PNG', '\xff\xd8\xff', '\x1f\x8b']

/** But tabs and line ends. */
const controlCharacters = /(?![\t\n\v\f\r])[\p{Cc}--[\x7f-\x9f]]/v

/**
 * The text of a file, in whichever of the usual ways it is written: UTF-8 or UTF-16, with a mark at its start or
 * without, or else the Windows-1252 of older spreadsheets.
 * @throws BadFile
 */
export async function textOf(file: Blob): Promise<string> {
  if (file.size > limits.importBytes) throw new BadFile('tooLarge')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const start = String.fromCharCode(...bytes.subarray(0, 4))
  if (otherKinds.some((kind) => start.startsWith(kind))) throw new BadFile('notText')
  const text = decoded(bytes)
  if (controlCharacters.test(text)) throw new BadFile('notText')
  return text
}

function decoded(bytes: Uint8Array): string {
  // A mark at the start is left out by the decoder.
  const read = (encoding: string) => new TextDecoder(encoding, { fatal: true }).decode(bytes)
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return read('utf-16le')
  if (first === 0xfe && second === 0xff) return read('utf-16be')
  const [even, odd] = zeros(bytes.subarray(0, 4096))
  if (odd > 0 && even === 0) return read('utf-16le')
  if (even > 0 && odd === 0) return read('utf-16be')
  try {
    return read('utf-8')
  } catch {
    return read('windows-1252')
  }
}

/** How many bytes are 0 at even places, and at odd ones: half of each character that English or Spanish has. */
function zeros(bytes: Uint8Array): [even: number, odd: number] {
  const counts: [number, number] = [0, 0]
  bytes.forEach((byte, place) => {
    if (byte === 0) counts[place % 2 === 0 ? 0 : 1]++
  })
  return counts
}
