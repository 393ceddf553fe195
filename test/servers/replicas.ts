import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, listening } from './ports.ts'
import { Program } from './program.ts'
import { documented } from './scaling.ts'

const places = ['10.0.0.1:3000', '10.0.0.2:3000', '10.0.0.3:3000']

/**
 * Three servers on one database behind HAProxy, as in docs/operate/scaling.md, but without its certificate.
 * @param settings of each of them
 */
export async function startReplicas(settings: { DATA_DIR: string } & Record<string, string>) {
  const running = new AsyncDisposableStack()
  const programs: Program[] = []
  const hosts: Record<string, string> = {}
  const behindBalancer = await settingsBehindBalancer()
  for (const place of places) {
    const PORT = String(await freePort())
    const program = new Program({ ...settings, ...behindBalancer, PORT })
    await program.start()
    running.defer(() => program.stop())
    programs.push(program)
    hosts[place] = `127.0.0.1:${PORT}`
  }
  const port = await freePort()
  const file = join(settings.DATA_DIR, 'haproxy.cfg')
  const bind = { ':443 ssl crt /etc/haproxy/coinless.pem': `127.0.0.1:${port}` }
  await writeFile(file, await documented('defaults\n', { ...bind, ...hosts }))
  const haproxy = spawn('haproxy', ['-q', '-db', '-f', file], { stdio: 'inherit' })
  running.defer(async () => {
    haproxy.kill('SIGTERM')
    await once(haproxy, 'exit')
  })
  await listening(port)
  return {
    address: `http://127.0.0.1:${port}`,
    programs,
    stop: () => running.disposeAsync(),
  }
}

async function settingsBehindBalancer(): Promise<Record<string, string>> {
  const lines = (await documented('HOST=', { '0.0.0.0': '127.0.0.1' })).trim().split('\n')
  return Object.fromEntries(lines.map((line) => line.split('=')))
}
