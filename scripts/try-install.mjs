import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/**
 * `npm run test:install`: both commands of the README on fresh clones of what is committed, with every
 * Node and npm that people may have; `-- 20/10` tries Node 20 with npm 10 alone. Of `npm test` it runs
 * each of its three commands, with one file of the server's tests and one of the screens': all of them
 * under each pair would take hours, and what differs from pair to pair is how programs are found.
 * `-- 20/10 --whole` runs `npm test` as it is.
 */
const nodes = [20, 22, 24]
const npms = [10, 11]
const chosen = process.argv.slice(2).filter((name) => name !== '--whole')
const tests = process.argv.includes('--whole')
  ? [['test']]
  : [
      ['run', 'check'],
      ['run', 'test:server', '--', 'server/platform/config/config.test.ts'],
      ['run', 'test:e2e', '--', 'e2e/device-form.spec.ts'],
    ]
const root = fileURLToPath(new URL('../', import.meta.url))
const tools = `${root}.cache/install`
const isRoot = process.getuid?.() === 0
const nobody = 65534
const msPerSecond = 1000

const pairs = nodes.flatMap((node) => npms.map((npm) => ({ name: `${node}/${npm}`, node, npm })))
const failed = []
for (const pair of pairs.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
  try {
    console.log(`Node ${pair.node} with npm ${pair.npm}: ${await tryPair(pair)}`)
  } catch (error) {
    failed.push(pair.name)
    console.log(`Node ${pair.node} with npm ${pair.npm}: ${error.message}`)
  }
}
process.exit(failed.length === 0 ? 0 : 1)

/** @returns what was tried, and how long it took */
async function tryPair(pair) {
  const folder = mkdtempSync(join(tmpdir(), 'coinless-install-'))
  try {
    // Programs of other users and of service users are in folders that everyone can read.
    chmodSync(folder, 0o755)
    const clone = join(folder, 'clone')
    execFileSync('git', ['clone', '--quiet', root, clone])
    const env = environment(programsOf(pair))
    const version = (program) => execFileSync(program, ['--version'], { env }).toString().trim()
    const results = [`${version('node')} and ${version('npm')}`]
    const time = async (name, trial) => {
      const from = performance.now()
      await trial()
      results.push(`${name} works (${Math.round((performance.now() - from) / msPerSecond)} s)`)
    }
    await time('npm start', () => tryStart(clone, env, join(clone, 'data')))
    for (const args of tests) await time(`npm ${args.join(' ')}`, () => run(clone, env, args))
    if (isRoot) await time('npm start as a service', () => tryServiceUser(clone, env, folder))
    return results.join(', ')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Whose code is root's, and who may write to his own data folder alone. */
async function tryServiceUser(clone, env, folder) {
  await run(clone, env, ['run', 'setup'])
  const dataDir = join(folder, 'service')
  mkdirSync(dataDir)
  execFileSync('chown', [`${nobody}:${nobody}`, dataDir])
  await tryStart(clone, { ...env, HOME: '/nonexistent' }, dataDir, { uid: nobody, gid: nobody })
}

/** `npm start` until it is ready, and then an end by the signal that a service manager sends. */
async function tryStart(cwd, env, dataDir, as = {}) {
  const settings = { ...env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }
  const stdio = ['ignore', 'pipe', 'inherit']
  const child = spawn('npm', ['start'], { cwd, env: settings, stdio, ...as })
  const closed = once(child, 'close')
  let isReady = false
  for await (const line of createInterface(child.stdout)) {
    const address = /^Coinless is ready at (\S+)$/.exec(line)?.[1]
    if (!address) continue
    isReady = (await fetch(`${address}/api/ready`)).ok
    child.kill('SIGTERM')
  }
  const [code] = await closed
  if (!isReady) throw new Error(`npm start exited with ${code}`)
  if (existsSync(join(dataDir, 'database', 'postmaster.pid'))) {
    throw new Error('npm start left PostgreSQL running')
  }
}

async function run(cwd, env, args) {
  const child = spawn('npm', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`npm ${args.join(' ')} exited with ${code}\n${output}`)
}

/** Without what this npm has put there: neither its settings nor its PATH are a fresh machine's. */
function environment(programs) {
  const isOurs = (part) => part.includes('node_modules')
  const path = (process.env.PATH ?? '').split(':').filter((part) => !isOurs(part))
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^npm_(command|execpath|lifecycle|node|package)/.test(name),
  )
  return { ...Object.fromEntries(kept), PATH: [programs, ...path].join(':') }
}

/** A folder with `node` and `npm` of these versions, from the npm registry. */
function programsOf({ name, node, npm }) {
  const folder = join(tools, name.replace('/', '-'))
  if (existsSync(join(folder, 'npm'))) return folder
  const nodePackage = `node-${process.platform}-${process.arch}`
  const packages = [`${nodePackage}@${node}`, `npm@${npm}`]
  mkdirSync(folder, { recursive: true })
  execFileSync('npm', ['install', '--silent', '--prefix', folder, ...packages])
  symlinkSync(join(folder, 'node_modules', nodePackage, 'bin', 'node'), join(folder, 'node'))
  symlinkSync(join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js'), join(folder, 'npm'))
  return folder
}
