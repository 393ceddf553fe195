import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { giveToOwner } from './change-owner.ts'

/**
 * Returns a random secret, created in the data folder on first use. It is written under a temporary name and linked, so
 * that a crash leaves a whole secret or none, and two concurrent first starts share one.
 */
export async function keptSecret(dataDir: string, name: string, bytes = 32): Promise<string> {
  const path = join(dataDir, name)
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (kept?.trim()) return kept.trim()
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`
  try {
    await writeFile(unfinished, `${randomBytes(bytes).toString('base64url')}\n`, { mode: 0o600 })
    await giveToOwner(unfinished)
    await link(unfinished, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(unfinished, { force: true })
  }
  return (await readFile(path, 'utf8')).trim()
}
