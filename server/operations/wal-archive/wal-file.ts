import { access, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expectMounted } from './claim.ts'
import { backupKey } from './key.ts'
import { FileFault, readSealed, writeSealed } from './sealed-file.ts'

/**
 * Run by PostgreSQL, as its archive_command and restore_command: `put` or `get`, the folder, the name, the
 * path, and the file of the key, if any. `put` exits with 0 when the file is safely there, and else with 1,
 * after which PostgreSQL keeps it and tries again. `get` exits with 1 when there is no such file, which ends
 * a replay well, and with 200 when it cannot be read, which PostgreSQL takes for an end of all.
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
    throw new Error(`${name} is there, and is another one: two databases write to one BACKUP_DIR`)
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

/** What is spoilt, or of a key before, is written anew from what PostgreSQL still has. */
function orFault(error: unknown): undefined {
  if (!(error instanceof FileFault)) throw error
}
