import { access, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expectMounted } from './claim.ts'
import { backupKey } from './key.ts'
import { FileFault, readSealed, writeSealed } from './sealed-file.ts'

/**
 * Run by PostgreSQL as archive_command and restore_command. Arguments: `put` or `get`, folder, name, path, key file if
 * any.
 * `put` exits with 0 once the file is stored safely, otherwise with 1: PostgreSQL keeps the file and retries.
 * `get` exits with 1 if there is no such file, which ends a replay normally, and with 200 if it cannot be read, which
 * makes PostgreSQL abort the replay.
 */
const unreadable = 200
const [direction, folder = '', name = '', path = '', keyFile] = process.argv.slice(2)
const kept = join(folder, name)

try {
  const key = await backupKey(keyFile)
  if (direction === 'put') await put(key)
  else if (await isThere()) await writeFile(path, await content(key), { mode: 0o600 })
  else process.exitCode = 1
} catch (error) {
  console.error(`BACKUP_DIR: ${(error as Error).message}`)
  process.exitCode = direction === 'put' ? 1 : unreadable
}

async function put(key: Buffer | undefined) {
  await expectMounted({ backupDir: dirname(folder) })
  const given = await readFile(path)
  const before = (await isThere()) ? await content(key).catch(orFault) : undefined
  if (!before) return writeSealed(Readable.from([given]), kept, key)
  if (!before.equals(given)) {
    throw new Error(
      `${name} already exists with other content: two databases use the same BACKUP_DIR`,
    )
  }
}

async function isThere(): Promise<boolean> {
  return access(kept).then(
    () => true,
    (error) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}

function content(key: Buffer | undefined): Promise<Buffer> {
  return buffer(readSealed(kept, key))
}

/** A damaged file, or one with an earlier key, is rewritten from the copy that PostgreSQL still has. */
function orFault(error: unknown): undefined {
  if (!(error instanceof FileFault)) throw error
}
