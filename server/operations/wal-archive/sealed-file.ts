import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { giveToOwner } from '../../platform/secrets/change-owner.ts'

type Bytes = AsyncIterable<Buffer>

const plainMagic = Buffer.from('COINLESS BACKUP 1 PLAIN \n')
const sealedMagic = Buffer.from('COINLESS BACKUP 1 SEALED\n')
/** Lowest level at which the zeros of an empty WAL file take 16 kB instead of 73 kB. */
const zipLevel = 4
const keyIdBytes = 8
const saltBytes = 32
const tagBytes = 16
const chunkBytes = 64 * 1024
const backupName = 'file of npm run backup'

/** Fault of a backup file, with a message for the operator. */
export class FileFault extends Error {}

/**
 * Writes a complete file or none, even after a power loss. Uses gzip and, with a key, AES-256-GCM in chunks whose
 * order, end and file name are authenticated.
 */
export async function writeSealed(source: Readable, path: string, key?: Buffer): Promise<void> {
  const unfinished = `${path}.part`
  try {
    const output = createWriteStream(unfinished, { mode: 0o600, flush: true })
    const packed = createGzip({ level: zipLevel })
    await Promise.all([
      pipeline(source, packed),
      pipeline(packed, (zipped: Bytes) => seal(zipped, basename(path), key), output),
    ])
    await giveToOwner(unfinished)
    await rename(unfinished, path)
    await flushFolder(dirname(path))
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw error
  }
}

/**
 * @throws FileFault while reading, if the file is truncated, altered, renamed, encrypted with another key, or not
 * encrypted although there is a key
 */
export function readSealed(path: string, key?: Buffer): Readable {
  return Readable.from(unpacked(path, key))
}

async function* unpacked(path: string, key?: Buffer): AsyncGenerator<Buffer> {
  const zipped = createGunzip()
  const reading = pipeline(
    createReadStream(path),
    (bytes: Bytes) => unseal(bytes, basename(path), key),
    zipped,
  )
  reading.catch(() => {})
  try {
    for await (const part of zipped) yield part
    await reading
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof FileFault || !code?.startsWith('Z_')) throw error
    throw new FileFault(`${path} is truncated or was altered.`)
  }
}

/** Encrypts compressed data. The file may be renamed, so its name is not authenticated. */
export function sealBackup(key: Buffer) {
  return (zipped: Bytes) => seal(zipped, backupName, key)
}

/** @throws FileFault while reading, like `readSealed` */
export function unsealBackup(path: string, key: Buffer | undefined) {
  return (bytes: Bytes) => unseal(bytes, path, key, backupName)
}

/**
 * Opens the file's stream only once it is iterated: a stream that fails unread ends the program.
 * @throws FileFault or a zlib error while reading
 */
export async function* unpackBackup(
  file: FileHandle,
  unsealed?: ReturnType<typeof unsealBackup>,
): AsyncGenerator<Buffer> {
  const unzipped = createGunzip()
  const stored = file.createReadStream({ start: 0 })
  if (unsealed) pipeline(stored, unsealed, unzipped).catch(() => {})
  else pipeline(stored, unzipped).catch(() => {})
  yield* unzipped
}

export async function isSealed(file: FileHandle): Promise<boolean> {
  const { buffer } = await file.read(Buffer.alloc(sealedMagic.length), { position: 0 })
  return buffer.equals(sealedMagic)
}

/** Makes earlier renames in the folder survive a power loss. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

async function* seal(source: Bytes, name: string, key: Buffer | undefined) {
  if (!key) {
    yield plainMagic
    yield* source
    return
  }
  const salt = randomBytes(saltBytes)
  yield Buffer.concat([sealedMagic, keyId(key), salt])
  const fileKey = derive(key, salt, name)
  let number = 0
  for await (const { chunk, isLast } of chunks(source, chunkBytes)) {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonce(number++, isLast))
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

async function* unseal(source: Bytes, name: string, key: Buffer | undefined, sealedAs = name) {
  const parts = source[Symbol.asyncIterator]()
  const headBytes = sealedMagic.length + keyIdBytes + saltBytes
  let head = Buffer.alloc(0)
  while (head.length < headBytes) {
    const { value, done } = await parts.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  if (head.subarray(0, plainMagic.length).equals(plainMagic)) {
    // Anyone with write access to the folder could have put it there.
    if (key)
      throw new FileFault(`${name} is not encrypted. If this is intended, unset BACKUP_KEY_FILE.`)
    yield head.subarray(plainMagic.length)
    yield* rest(parts)
    return
  }
  if (!head.subarray(0, sealedMagic.length).equals(sealedMagic) || head.length < headBytes) {
    throw new FileFault(`${name} is not a Coinless backup or is truncated.`)
  }
  if (!key) throw new FileFault(`${name} is encrypted. Set BACKUP_KEY_FILE.`)
  const id = head.subarray(sealedMagic.length, sealedMagic.length + keyIdBytes)
  if (!id.equals(keyId(key))) {
    throw new FileFault(`${name} was encrypted with a key other than BACKUP_KEY_FILE.`)
  }
  const fileKey = derive(key, head.subarray(headBytes - saltBytes, headBytes), sealedAs)
  let number = 0
  const body = rest(parts, head.subarray(headBytes))
  for await (const { chunk, isLast } of chunks(body, chunkBytes + tagBytes)) {
    yield decrypt(chunk, fileKey, nonce(number++, isLast), name)
  }
}

function decrypt(chunk: Buffer, fileKey: Buffer, iv: Buffer, name: string): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', fileKey, iv, { authTagLength: tagBytes })
    decipher.setAuthTag(chunk.subarray(-tagBytes))
    return Buffer.concat([decipher.update(chunk.subarray(0, -tagBytes)), decipher.final()])
  } catch {
    throw new FileFault(`${name} is truncated or was altered.`)
  }
}

async function* rest(parts: AsyncIterator<Buffer>, first?: Buffer) {
  if (first) yield first
  for (;;) {
    const { value, done } = await parts.next()
    if (done) return
    yield value
  }
}

/** Yields chunks of `size` bytes; the last one may be shorter or empty. */
async function* chunks(source: Bytes, size: number) {
  let kept = Buffer.alloc(0)
  for await (const part of source) {
    kept = Buffer.concat([kept, part])
    while (kept.length > size) {
      yield { chunk: kept.subarray(0, size), isLast: false }
      kept = kept.subarray(size)
    }
  }
  yield { chunk: kept, isLast: true }
}

function nonce(number: number, isLast: boolean): Buffer {
  const iv = Buffer.alloc(12)
  iv.writeUInt32BE(number, 7)
  iv[11] = isLast ? 1 : 0
  return iv
}

function derive(key: Buffer, salt: Buffer, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `coinless backup ${name}`, 32))
}

function keyId(key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'coinless backup key', keyIdBytes))
}
