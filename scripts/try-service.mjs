import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `npm run test:service`: makes the archive, boots a bare Debian in a folder (debootstrap, systemd-nspawn; as root) and runs
 * each block of commands of docs/operate/operating.md in it, in their order. After each of them the server must be
 * as the page says: answering, until it is removed.
 */
const root = fileURLToPath(new URL('../', import.meta.url))
const minutes = 60_000
const longestBoot = 10 * minutes
for (const program of ['debootstrap', 'systemd-nspawn']) {
  if (spawnSync('which', [program]).status === 0) continue
  console.error(`${program} is missing: apt install debootstrap systemd-container`)
  process.exit(1)
}

const ask = `node -e "fetch('http://127.0.0.1:3000/api/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"`
const answering = `for second in $(seq 60); do ${ask} && break; sleep 1; done; ${ask}`
const gone = `if ${ask}; then exit 1; fi`
const unit = `[Unit]
After=multi-user.target
[Service]
Type=oneshot
ExecStart=/bin/sh /trial.sh
ExecStopPost=/bin/systemctl poweroff --no-block
StandardOutput=append:/trial.out
StandardError=append:/trial.out
[Install]
WantedBy=multi-user.target
`

const folder = mkdtempSync(join(tmpdir(), 'coinless-service-'))
const debian = join(folder, 'debian')
try {
  const packages = '--include=systemd,systemd-sysv,dbus,procps'
  execFileSync('debootstrap', ['--variant=minbase', packages, 'bookworm', debian], {
    stdio: 'ignore',
  })
  cpSync(process.execPath, join(debian, 'usr/local/bin/node'))
  const [archive] = execFileSync('node', ['scripts/release.mjs'], { cwd: root })
    .toString()
    .split('\n')
  cpSync(archive, join(debian, 'root', basename(archive)))
  writeTrial()
  execFileSync('systemctl', ['--root', debian, 'enable', 'trial.service'], { stdio: 'ignore' })
  const boot = ['--register=no', '--keep-unit', '--private-network', '-D', debian, '--boot']
  spawnSync('systemd-nspawn', boot, { stdio: 'ignore', timeout: longestBoot })
  const said = readFileSync(join(debian, 'trial.out'), 'utf8')
  console.log(said)
  if (!said.endsWith('Everything worked.\n')) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function writeTrial() {
  const page = readFileSync(`${root}docs/operate/operating.md`, 'utf8')
  const blocks = [...page.matchAll(/^## (.+?)$|^```sh\n(.*?)^```$/gms)]
  const lines = ['set -eu', 'cd /root']
  let title = ''
  for (const [, heading, commands] of blocks) {
    if (heading) title = heading
    if (!commands) continue
    const isThere = title !== 'Remove it'
    lines.push(`echo '## ${title}'`, '(', commands.trim(), ')', isThere ? answering : gone)
  }
  lines.push('echo Everything worked.')
  writeFileSync(join(debian, 'trial.sh'), `${lines.join('\n')}\n`)
  mkdirSync(join(debian, 'etc/systemd/system'), { recursive: true })
  writeFileSync(join(debian, 'etc/systemd/system/trial.service'), unit)
}
