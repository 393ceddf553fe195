import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * Runs before `npm start`, `npm run demo` and `npm test`, on whatever Node the machine has:
 * installs the packages of the lock file, unless they are there already.
 */
const root = new URL('../', import.meta.url)
const stamp = new URL('node_modules/.installed-from', root)
const wanted = createHash('sha256')
  .update(readFileSync(new URL('package-lock.json', root)))
  .digest('hex')
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined

if (installed !== wanted) {
  console.log('Installing packages …')
  // Not `npm ci`: it refuses a lock file that lacks another platform's optional packages.
  const options = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', ['install', ...options], {
    cwd: root,
    stdio: 'inherit',
    // Tests and the build of the web app need the development packages, whatever NODE_ENV says.
    env: { ...process.env, NODE_ENV: 'development' },
  })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(stamp, wanted)
}

const ownNode = existsSync(new URL('node_modules/.bin/node', root))
if (!ownNode && Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `Node 24 or later is needed on this platform; this is Node ${process.versions.node}.`,
  )
  process.exit(1)
}
