import { limits } from '@coinless/contract/limits.ts'
import { describe, expect, test } from 'vitest'
import { textOf } from './file-text.ts'

const text = 'número;precio\n7;"2,50 €"\n'

function utf16(isBigEndian: boolean, mark: string) {
  const bytes = Buffer.from(mark + text, 'utf16le')
  return isBigEndian ? bytes.swap16() : bytes
}

const written: [string, Uint8Array][] = [
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16, little end first, with a mark', utf16(false, '\ufeff')],
  ['UTF-16, big end first, with a mark', utf16(true, '\ufeff')],
  ['Windows-1252', Buffer.from(text.replace('€', '\x80'), 'latin1')],
]

test.each(written)('a file in %s is read as what it says', async (_, bytes) => {
  expect(await textOf(new Blob([new Uint8Array(bytes)]))).toBe(text)
})

test.each([false, true])('UTF-16 is read without a mark, too', async (isBigEndian) => {
  const plain = 'number,price\n7,2.50\n'
  const bytes = Buffer.from(plain, 'utf16le')
  if (isBigEndian) bytes.swap16()
  expect(await textOf(new Blob([new Uint8Array(bytes)]))).toBe(plain)
})

describe('is refused', () => {
  test.each([
    ['a spreadsheet', 'PK\x03\x04', 'notText'],
    ['a document', '%PDF-1.7', 'notText'],
    ['a picture', '\x89PNG', 'notText'],
    ['what has control characters', 'a,b\x01', 'notText'],
    ['more than the limit', 'x'.repeat(limits.importBytes + 1), 'tooLarge'],
  ])('%s', async (_, start, problem) => {
    const file = new Blob([new Uint8Array(Buffer.from(start, 'latin1'))])
    await expect(textOf(file)).rejects.toMatchObject({ problem })
  })
})
