import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { FileFault, readSealed, unpackBackup, writeSealed } from './sealed-file.ts'

const folder = await mkdtemp(join(tmpdir(), 'coinless-sealed-'))
afterAll(() => rm(folder, { recursive: true }))

const path = join(folder, 'base.tar')
const key = Buffer.alloc(32, 1)
const write = (written: string, by?: Buffer) => writeSealed(Readable.from([written]), path, by)
const read = (by?: Buffer) => text(readSealed(path, by))

test('reads a file with its key, or without one if it has none', async () => {
  for (const by of [undefined, key]) {
    await write('money', by)
    expect(await read(by)).toBe('money')
  }
})

test('refuses an unencrypted file if a key is set, because it may be forged', async () => {
  await write('forged')
  await expect(read(key)).rejects.toThrow(FileFault)
  await expect(read(key)).rejects.toThrow('base.tar is not encrypted')
})

test('refuses an encrypted file without its key, or if it was altered or truncated', async () => {
  await write('money', key)
  await expect(read()).rejects.toThrow('Set BACKUP_KEY_FILE')
  await expect(read(Buffer.alloc(32, 2))).rejects.toThrow('a key other than')
  const bytes = await readFile(path)
  for (const spoilt of [
    bytes.subarray(0, -1),
    bytes.map((byte, n) => (n === 90 ? byte ^ 1 : byte)),
  ]) {
    await writeFile(path, spoilt)
    await expect(read(key)).rejects.toThrow(FileFault)
  }
})

test('reports a truncated backup that is read later than it was opened', async () => {
  await writeFile(path, gzipSync('money').subarray(0, -4))
  const late = unpackBackup(await open(path))
  // Takes as long as reading it would.
  const now = unpackBackup(await open(path))
  await expect(text(now)).rejects.toThrow('unexpected end of file')
  await expect(text(late)).rejects.toThrow('unexpected end of file')
})
