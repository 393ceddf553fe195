import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Builds the web app into web/dist, unless that was built from the files as they are now. */
const root = fileURLToPath(new URL('../', import.meta.url))
const stamp = `${root}web/dist/.built-from`

const hash = createHash('sha256').update(readFileSync(`${root}package-lock.json`))
for (const folder of ['contract', 'web']) {
  for (const path of readdirSync(root + folder, { recursive: true })
    .map(String)
    .sort()) {
    const file = `${root}${folder}/${path}`
    const isSource = !/^(dist|node_modules)(\/|$)/.test(path) && statSync(file).isFile()
    if (isSource) hash.update(path).update(readFileSync(file))
  }
}
const source = hash.digest('hex')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== source) {
  console.log('Building the web app …')
  await build({ root: `${root}web`, logLevel: 'warn' })
  writeFileSync(stamp, source)
}
