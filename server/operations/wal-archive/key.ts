import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { SettingError } from '../../platform/config/setting-error.ts'

const keyMin = 32

/** @throws SettingError if the file cannot be read, or is too short */
export async function backupKey(file: string | undefined): Promise<Buffer | undefined> {
  if (!file) return undefined
  const text = await readFile(file, 'utf8').catch(({ code }) => {
    throw new SettingError(`BACKUP_KEY_FILE ${file} cannot be read (${code}).`)
  })
  if (text.trim().length < keyMin) {
    throw new SettingError(`BACKUP_KEY_FILE ${file} must contain at least ${keyMin} characters.`)
  }
  return createHash('sha256').update(text.trim()).digest()
}
