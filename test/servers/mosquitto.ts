import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, listening } from './ports.ts'
import { documented } from './scaling.ts'

/** Debian's folder for it is not in the PATH of ordinary users. */
export const mosquitto = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto'].find(existsSync)

/** Configured as in docs/integrate/mqtt.md, but without TLS. */
export async function startMosquitto(program: string) {
  const folder = await mkdtemp(join(tmpdir(), 'coinless-mosquitto-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const [file, acl, passwords] = ['mosquitto.conf', 'acl', 'passwords'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  const settings = await documented(
    'listener',
    {
      'listener 8883': `listener ${port} 127.0.0.1`,
      'certfile /etc/mosquitto/certs/fullchain.pem\n': '',
      'keyfile /etc/mosquitto/certs/privkey.pem\n': '',
      '/etc/mosquitto/coinless.passwords': passwords,
      '/etc/mosquitto/coinless.acl': acl,
    },
    'integrate/mqtt.md',
  )
  await writeFile(file, settings)
  await writeFile(acl, await documented('user coinless', {}, 'integrate/mqtt.md'))
  await writeFile(passwords, '')
  const run = async () => {
    const broker = spawn(program, ['-c', file], { stdio: 'ignore' })
    await listening(port)
    return broker
  }
  const letIn = async (user: string, password: string) => {
    execFileSync('mosquitto_passwd', ['-b', passwords, user, password], { stdio: 'ignore' })
    await chmod(passwords, 0o644)
    process.kill(broker.pid as number, 'SIGHUP')
  }
  let broker = await run()
  const kill = async () => {
    broker.kill('SIGKILL')
    if (broker.exitCode === null && broker.signalCode === null) await once(broker, 'exit')
  }
  return {
    port,
    letIn,
    kill,
    restart: async () => {
      broker = await run()
    },
    stop: async () => {
      await kill()
      await rm(folder, { recursive: true })
    },
  }
}

/** Installs packages as root on Debian. Elsewhere, tests that need it are skipped. */
function install() {
  if (mosquitto || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  for (const command of [
    'apt-get update',
    'apt-get install --yes --no-install-recommends mosquitto',
  ]) {
    console.log(`No Mosquitto found: ${command}`)
    const { status } = spawnSync(command, { shell: true, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) console.log('Skipping the tests with a broker.')
  }
}

if (import.meta.main) install()
