import { createHash } from 'node:crypto'
import {
  constants as access,
  accessSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

/**
 * Builds the web app into web/dist, unless that was built from the files as they are now. Beside each
 * file lie its compressed forms, so that the server need not compress anything.
 */
const root = fileURLToPath(new URL('../', import.meta.url))
const stamp = `${root}web/dist/.built-from`

const hash = createHash('sha256').update(readFileSync(`${root}package-lock.json`))
for (const folder of ['contract', 'docs', 'web']) {
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
  expectWritable(`${root}web`)
  console.log('Building the web app …')
  // Vite builds React's slower development code for any other value that the environment may have.
  process.env.NODE_ENV = 'production'
  await build({ root: `${root}web`, logLevel: 'warn' })
  await compressAll(`${root}web/dist/`)
  writeFileSync(stamp, source)
}

/** A service user may own nothing here: then the owner must have built it. */
function expectWritable(folder) {
  try {
    accessSync(folder, access.W_OK)
  } catch {
    console.error(`The owner of ${root} must set it up first: npm run setup`)
    process.exit(1)
  }
}

async function compressAll(folder) {
  const names = readdirSync(folder, { recursive: true }).map(String)
  await Promise.all(
    names
      .filter((name) => /\.(js|css|html|svg)$/.test(name))
      .map(async (name) => {
        const content = await readFile(folder + name)
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
        await writeFile(`${folder}${name}.br`, await promisify(brotliCompress)(content, { params }))
        await writeFile(`${folder}${name}.gz`, await promisify(gzip)(content, { level: 9 }))
      }),
  )
}
