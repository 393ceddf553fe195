import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/**
 * `npm run test:release`: makes the archive twice, which must give the same bytes, runs it from a folder that
 * it may not write to, backs it up and restores it, and stands nginx and Caddy before it with the settings of
 * deploy/, which are checked by the programs that read them. Programs that are not there are named at the end.
 */
const root = fileURLToPath(new URL('../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'coinless-release-try-'))
const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }
const missing = []

try {
  chmodSync(folder, 0o755)
  const archive = makeTwice()
  execFileSync('tar', [
    '-xzf',
    archive,
    '-C',
    folder,
    '--one-top-level=program',
    '--strip-components=1',
  ])
  const dataDir = ownFolder('data')
  const port = await freePort()
  const settings = {
    PORT: `${port}`,
    DATA_DIR: dataDir,
    METRICS_TOKEN: 'a token of this try alone',
    TRUST_PROXY: '1',
  }
  await withServer(settings, async () => {
    await tryBackup(dataDir)
    await tryProxy('nginx', port, nginxSettings, ['-c'], ['-g', 'daemon off;'])
    await tryProxy('caddy', port, caddySettings, ['run', '--adapter', 'caddyfile', '--config'], [])
  })
  checkSettings()
  if (missing.length > 0) console.log(`Skipped, because not installed: ${missing.join(', ')}.`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function makeTwice() {
  const [first, second] = [1, 2].map(() => {
    const output = execFileSync('node', ['scripts/release.mjs'], { cwd: root }).toString()
    return output.trim().split('\n')
  })
  if (first[2] !== second[2])
    throw new Error(`The same commit built ${first[2]}, then ${second[2]}.`)
  console.log(`Reproducible build: ${first[1]}, ${first[2]}`)
  return first[0]
}

/** Of the user that runs the server: nobody, where this is root. */
function ownFolder(name) {
  const path = join(folder, name)
  mkdirSync(path)
  if (isRoot) execFileSync('chown', [`${nobody.uid}:${nobody.gid}`, path])
  return path
}

function command(name, args, environment) {
  return spawn(process.execPath, [`server/commands/${name}.ts`, ...args], {
    cwd: join(folder, 'program'),
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(isRoot && nobody),
  })
}

async function withServer(settings, trial) {
  const server = command('start', [], settings)
  const closed = once(server, 'close')
  try {
    for await (const line of createInterface(server.stdout)) if (/ is ready at /.test(line)) break
    const origin = `http://127.0.0.1:${settings.PORT}`
    const page = await (await fetch(origin)).text()
    if (!page.includes('<title>Coinless')) throw new Error('The app of the archive does not load.')
    await trial()
  } finally {
    server.kill('SIGTERM')
  }
  const [code] = await closed
  if (code !== 0) throw new Error(`The server exited with ${code}.`)
  console.log('Starts, answers and stops as a user who can write to DATA_DIR only.')
}

async function tryBackup(dataDir) {
  const file = join(dataDir, 'try.backup')
  for (const [name, args, environment] of [
    ['backup', [file], { DATA_DIR: dataDir }],
    ['restore', [file], { DATA_DIR: ownFolder('restored') }],
    ['ledger-check', [], { DATA_DIR: join(folder, 'restored') }],
  ]) {
    const tool = command(name, args, environment)
    tool.stdout.resume()
    const [code] = await once(tool, 'close')
    if (code !== 0) throw new Error(`${name} exited with ${code}.`)
  }
  console.log('Backup, restore and check work with the commands of the archive.')
}

/** The settings of deploy/ with addresses of this try, before the server that runs. */
async function tryProxy(program, serverPort, settingsOf, before, after) {
  if (spawnSync('which', [program]).status !== 0) return void missing.push(program)
  const port = await freePort()
  const file = join(folder, `${program}.conf`)
  writeFileSync(file, settingsOf(port, serverPort))
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const proxy = spawn(program, [...before, file, ...after], { env, stdio: 'ignore' })
  const closed = once(proxy, 'close')
  try {
    await answering(port)
    const ready = await ask(port, '/api/ready')
    const socket = await ask(port, '/api/controllers/connect', {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
    })
    if (ready !== 200 || socket !== 101) {
      throw new Error(`Through ${program}: ${ready} for a request, ${socket} for a controller.`)
    }
    console.log(`Requests and controllers work through ${program} with TLS.`)
  } finally {
    proxy.kill('SIGTERM')
    await closed
  }
}

function nginxSettings(port, serverPort) {
  const [key, certificate] = ['key.pem', 'cert.pem'].map((name) => join(folder, name))
  const subject = ['-subj', '/CN=localhost', '-days', '1']
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      certificate,
      ...subject,
    ],
    { stdio: 'ignore' },
  )
  const site = readFileSync(`${root}deploy/nginx.conf`, 'utf8')
    .replace(/server \{\n {2}listen 80;[\s\S]*?\n\}/, '')
    .replace('listen [::]:443 ssl http2;', '')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('coinless.example.com', 'localhost')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${serverPort}`)
  const user = isRoot ? 'user root;' : ''
  return `${user} pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxied; ${site} }`
}

function caddySettings(port, serverPort) {
  const site = readFileSync(`${root}deploy/Caddyfile`, 'utf8')
    .replace('coinless.example.com {', `https://localhost:${port} {\n\ttls internal`)
    .replace('127.0.0.1:3000', `127.0.0.1:${serverPort}`)
  return `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n${site}`
}

function ask(port, path, headers = {}) {
  return new Promise((resolve, reject) => {
    const asked = request({
      host: '127.0.0.1',
      servername: 'localhost',
      port,
      path,
      rejectUnauthorized: false,
      headers: { Host: `localhost:${port}`, ...headers },
    })
    asked.on('response', (response) => resolve(response.resume().statusCode))
    asked.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode)
    })
    asked.on('error', reject)
    asked.end()
  })
}

async function answering(port) {
  for (let tries = 0; tries < 100; tries++) {
    if ((await ask(port, '/api/ready').catch(() => undefined)) !== undefined) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The proxy does not answer.')
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** What is written for other programs, by those programs. */
function checkSettings() {
  const units = join(folder, 'units')
  cpSync(`${root}deploy`, units, { recursive: true })
  for (const [program, args] of [
    ['systemd-analyze', ['verify', '--recursive-errors=no', 'coinless-backup.timer']],
    ['systemd-analyze', ['security', '--offline=true', '--threshold=20', 'coinless.service']],
    ['promtool', ['check', 'rules', 'alerts.yml']],
  ]) {
    if (spawnSync('which', [program]).status !== 0) {
      missing.push(program)
      continue
    }
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: units })
    if (status !== 0) throw new Error(`${program} ${args[0]}: ${stdout}${stderr}`)
    console.log(
      `${program} ${args[0]}: ${stdout.toString().trim().split('\n').at(-1) || 'no problems found'}`,
    )
  }
}
