import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { readBackup } from './backup/restore.ts'
import { loadConfig } from './config.ts'
import { startEmbedded } from './database/embedded.ts'
import { SettingError } from './setting-error.ts'

/** `npm run restore -- <file>`: into a DATA_DIR that has no data yet. */
const [file] = process.argv.slice(2)
if (!file) throw new SettingError('Say which file: npm run restore -- <file>.')
const { dataDir } = loadConfig(process.env, { demo: false })
const embedded = await startEmbedded(dataDir)
try {
  await readBackup(embedded, createReadStream(file).pipe(createGunzip()))
  console.log(`${file} is restored into ${dataDir}, and its ledger adds up.`)
} catch (error) {
  if (!(error instanceof SettingError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  await embedded.stop()
}
