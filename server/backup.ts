import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { writeBackup } from './backup/backup.ts'
import { loadConfig } from './config.ts'
import { withEmbedded } from './database/embedded.ts'

/** `npm run backup -- <file>`: the embedded database as it is now, also while the server runs. */
const [file = `coinless-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.backup`] =
  process.argv.slice(2)
const { dataDir } = loadConfig(process.env, { demo: false })
// Renamed at the end, so that a backup is whole or not there.
const unfinished = `${file}.part`
const zipped = createGzip()
const written = zipped.pipe(createWriteStream(unfinished, { mode: 0o600 }))
const rows = await withEmbedded(dataDir, (url) => writeBackup(url, zipped))
zipped.end()
await finished(written)
await rename(unfinished, file)
console.log(`${rows} rows are in ${file}.`)
