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

test.each(written)('reads a file in %s', async (_, bytes) => {
  expect((await textOf(new Blob([new Uint8Array(bytes)]))).text).toBe(text)
})

test.each([false, true])('reads UTF-16 without a byte order mark', async (isBigEndian) => {
  const plain = 'number,price\n7,2.50\n'
  const bytes = Buffer.from(plain, 'utf16le')
  if (isBigEndian) bytes.swap16()
  expect(await textOf(new Blob([new Uint8Array(bytes)]))).toEqual({ text: plain })
})

/** Mac Roman bytes of the letters in these tests. */
const ofMac: Record<string, number> = {
  ...{ ä: 0x8a, ö: 0x9a, ü: 0x9f, ß: 0xa7, Ü: 0x86, é: 0x8e, á: 0x87, í: 0x92, ó: 0x97, ñ: 0x96 },
  ...{ ú: 0x9c, '€': 0xdb, å: 0x8c, ç: 0x8d, è: 0x8f, '’': 0xd5 },
}
const ofWindows: Record<string, number> = { '€': 0x80, '’': 0x92, Š: 0x8a, '–': 0x96 }

function bytesOf(said: string, table: Record<string, number>) {
  return new Uint8Array([...said].map((letter) => table[letter] ?? letter.charCodeAt(0)))
}

const words = [
  ...['Küche;2,50 €', 'Waschküche', 'Größe', 'KÜCHE', 'Lavandería', 'español', 'Ñandú 5', 'café'],
  ...['Malmö på gården', 'façade très belle', 'número;precio', 'Café L’Hospitalet', 'Preis €'],
]

test.each(words.filter((said) => !said.includes('Ñ')))(
  'reads %s from a Mac as a guess',
  async (said) => {
    const read = await textOf(new Blob([bytesOf(said, ofMac)]))
    expect(read).toEqual({ text: said, guessed: 'macintosh' })
  },
)

test.each([...words, 'O’Brien', 'Ana’s', 'd’Or – 5'])(
  'reads %s from Windows as a guess',
  async (said) => {
    const read = await textOf(new Blob([bytesOf(said, ofWindows)]))
    expect(read).toEqual({ text: said, guessed: 'windows-1252' })
  },
)

test('reads a file in the encoding that the user chooses', async () => {
  const file = new Blob([bytesOf('Łódź', { Ł: 0xa3, ó: 0xf3, ź: 0x9f })])
  expect((await textOf(file, 'windows-1250')).text).toBe('Łódź')
})

test('ignores the end-of-file character of DOS', async () => {
  expect((await textOf(new Blob(['a,b\n1,2\n\x1a']))).text).toBe('a,b\n1,2\n')
  expect((await textOf(new Blob(['a,b\n1,2\n\x1a\x1a\r\n']))).text).toBe('a,b\n1,2\n')
  for (const isBigEndian of [false, true]) {
    const sign = isBigEndian ? [0, 0x1a] : [0x1a, 0]
    for (const end of [sign, [0x1a]]) {
      const file = new Blob([utf16(isBigEndian, '\ufeff'), new Uint8Array(end)])
      expect((await textOf(file)).text).toBe(text)
    }
  }
})

describe('a file is refused:', () => {
  test.each([
    ['a spreadsheet', 'PK\x03\x04', 'notText'],
    ['a document', '%PDF-1.7', 'notText'],
    ['a picture', '\x89PNG', 'notText'],
    ['what has control characters', 'a,b\x01', 'notText'],
    ['what is cut within a letter of two bytes', '\xff\xfea', 'notText'],
    ['what has that sign within', 'a\x1ab', 'notText'],
    ['more than the limit', 'x'.repeat(limits.importBytes + 1), 'tooLarge'],
  ])('%s', async (_, start, problem) => {
    const file = new Blob([new Uint8Array(Buffer.from(start, 'latin1'))])
    await expect(textOf(file)).rejects.toMatchObject({ problem })
  })
})
