import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The first step of every script of package.json, on whatever Node the machine has: installs the
 * packages of the lock file, unless they are there already, and prints the PATH on which the rest of
 * the script runs. It begins with the Node that the product runs on, found by its package: npm 10
 * links no program of a package that is for one platform only.
 */
const root = fileURLToPath(new URL('../', import.meta.url))
const modules = `${root}node_modules`
const stamp = `${modules}/.installed-from`
const ownNode = `${modules}/node-${process.platform}-${process.arch}/bin/node`
const oldestNode = 24

const wanted = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex')
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) install()
console.log([dirname(findNode()), process.env.PATH].join(delimiter))

function install() {
  if (!isWritable(existsSync(modules) ? modules : root)) {
    fail(`The owner of ${root} must set it up first: npm run setup`)
  }
  console.error('Installing packages …')
  // Not `npm ci`: it refuses a lock file that lacks another platform's optional packages.
  const options = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--include=optional']
  const { status } = spawnSync('npm', ['install', ...options], {
    cwd: root,
    // What is printed on the standard output is the PATH, and nothing else.
    stdio: ['inherit', 2, 2],
    // Tests and the build of the web app need the development packages, whatever NODE_ENV says.
    env: { ...process.env, NODE_ENV: 'development' },
  })
  if (status !== 0) process.exit(status ?? 1)
  // Only an installation that can run anything need not be tried again.
  findNode()
  writeFileSync(stamp, wanted)
}

function findNode() {
  if (existsSync(ownNode)) return ownNode
  const { execPath, versions } = process
  if (Number.parseInt(versions.node, 10) >= oldestNode) return execPath
  return fail(
    `Node ${oldestNode} or later is required on this platform. This is Node ${versions.node}.`,
  )
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
