import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter } from 'node:path'
import { expect, test } from 'vitest'
import { Laundry } from './test/laundry.ts'

/** Tests the commands for gpioset and gpioget, not their effect. */
function pretendGpio(laundry: Laundry, version: string) {
  mkdirSync(laundry.file('bin'))
  for (const name of ['gpioset', 'gpioget']) {
    const script = `#!/bin/sh
[ "$1" = --version ] && echo "${name} (libgpiod) v${version}" && exit
echo "${name} $*" >> ${laundry.file('log')}
case "$*" in *600*=1) exec sleep 600;; esac
[ ${name} = gpioget ] && cat ${laundry.file('input')}
exit 0
`
    writeFileSync(laundry.file(`bin/${name}`), script)
    chmodSync(laundry.file(`bin/${name}`), 0o755)
  }
  laundry.env = { PATH: `${laundry.file('bin')}${delimiter}${process.env.PATH}` }
}

const door = { gpio: { line: 4 } }

test.each([
  [
    '1.6.3',
    'gpioset --active-low --mode=time --sec=600 gpiochip0 17=1',
    'gpioset --active-low --mode=exit gpiochip0 17=0',
    'gpioget gpiochip0 4',
    [
      'gpioset --active-low --mode=time --usec=50000 gpiochip0 17=1',
      'gpioset --active-low --mode=time --usec=100000 gpiochip0 17=0',
      'gpioset --active-low --mode=time --usec=50000 gpiochip0 17=1',
      'gpioset --active-low --mode=time --usec=100000 gpiochip0 17=0',
    ],
  ],
  [
    '2.1.3',
    'gpioset --active-low --chip gpiochip0 --toggle 600s,0 17=1',
    'gpioset --active-low --chip gpiochip0 --toggle 0 17=0',
    'gpioget --numeric --chip gpiochip0 4',
    ['gpioset --active-low --chip gpiochip0 --toggle 50ms,100ms,50ms,0 17=1'],
  ],
])(
  'gpioset %s holds the line for the time of the run and ends with the program',
  async (version, on, off, get, pulses) => {
    await using laundry = new Laundry()
    pretendGpio(laundry, version)
    writeFileSync(laundry.file('input'), '0\n')
    const wiring = { switch: { by: 'gpio', line: 17, active_low: true }, door }
    const agent = await laundry.connected(wiring)
    expect(await laundry.start({ pulses: { count: 2, pulse_ms: 50, gap_ms: 100 } })).toMatchObject({
      result: 'accepted',
    })
    await expect.poll(() => laundry.lines('log')).toEqual([off, get, ...pulses])
    await expect.poll(async () => (await laundry.start()).result).toBe('accepted')
    expect(laundry.lines('log').at(-1)).toBe(on)
    expect(await laundry.ask()).toMatchObject({ running: true })
    await laundry.kill(agent)
    await expect.poll(() => laundry.lines('log').at(-1)).toBe(off)
    expect(holders()).not.toContain(laundry.folder)
  },
)

/** The command line of every process. */
function holders() {
  return execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('sleep 600'))
    .join()
}

/** A Shelly with a password, as documented. */
async function pretendShelly(password: string) {
  const state = { output: false, apower: 0, uptime: 1000, calls: [] as unknown[] }
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const [realm, nonce] = ['shellyplus1pm-a8032ab12345', '60a4f1b2']
  const server = createServer(async (request, response) => {
    const given: Record<string, string> = Object.fromEntries(
      [...(request.headers.authorization ?? '').matchAll(/(\w+)="?([^",]+)/g)].map(
        ([, key, value]) => [key, value],
      ),
    )
    const [first, second] = [hash(`admin:${realm}:${password}`), hash(`POST:${request.url}`)]
    const right = hash(`${first}:${nonce}:${given.nc}:${given.cnonce}:auth:${second}`)
    if (given.response !== right) {
      const challenge = `Digest qop="auth", realm="${realm}", nonce="${nonce}", algorithm=SHA-256`
      response.writeHead(401, { 'www-authenticate': challenge }).end()
      return
    }
    let body = ''
    for await (const part of request) body += part
    const params = JSON.parse(body)
    const was_on = state.output
    if (request.url === '/rpc/Switch.Set') {
      state.calls.push(params)
      state.output = params.on
    }
    const answers: Record<string, object> = {
      '/rpc/Switch.Set': { was_on },
      '/rpc/Switch.GetStatus': { id: 0, output: state.output, apower: state.apower },
      '/rpc/Sys.GetStatus': { uptime: state.uptime },
    }
    response.end(JSON.stringify(answers[request.url ?? '']))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { state, address, [Symbol.asyncDispose]: async () => void server.close() }
}

test('sets the timer of a Shelly and reports its highest power since the last state', async () => {
  await using laundry = new Laundry()
  await using shelly = await pretendShelly('secret of the Shelly')
  const { address, state } = shelly
  await laundry.connected({ switch: { by: 'shelly', address, password: 'secret of the Shelly' } })
  const answer = await laundry.start()
  expect(answer.result).toBe('accepted')
  expect(state.calls).toEqual([
    { id: 0, on: false },
    { id: 0, on: true, toggle_after: 600 },
  ])
  state.apower = 2103.5
  await laundry.hear('state', ({ watts }) => watts === 2103.5 || watts === 0)
  await expect.poll(async () => (await laundry.ask(answer.id)).entry?.watts).toBe(2103.5)
})

test('reports a Shelly that lost power during a run as off, with a new boot id', async () => {
  await using laundry = new Laundry()
  await using shelly = await pretendShelly('x')
  const { address, state } = shelly
  await laundry.connected({ switch: { by: 'shelly', address, password: 'x' } })
  const answer = await laundry.start()
  Object.assign(state, { output: false, uptime: 0 })
  const cut = await laundry.hear('state', ({ boot_id }) => boot_id !== answer.boot_id)
  expect(cut).toMatchObject({ running: false, start: null, entry: { switched: true } })
})

test('reports a Shelly that does not answer as a fault and starts nothing', async () => {
  await using laundry = new Laundry()
  await laundry.connected({ switch: { by: 'shelly', address: '127.0.0.1:1' } })
  expect(await laundry.ask()).toMatchObject({ fault: true })
  expect((await laundry.start()).result).toBe('fault')
})

test('runs from the npm package without other packages', async () => {
  await using laundry = new Laundry()
  const agent = new URL('.', import.meta.url).pathname
  const into = ['--pack-destination', laundry.folder]
  execFileSync('npm', ['pack', '--silent', ...into], { cwd: agent, stdio: 'pipe' })
  const [archive = ''] = readdirSync(laundry.folder)
  execFileSync('tar', ['-xzf', laundry.file(archive), '-C', laundry.folder])
  laundry.main = laundry.file('package/dist/main.mjs')
  await laundry.connected({ switch: laundry.machine() })
  expect((await laundry.start({ seconds: 1 })).result).toBe('accepted')
  await expect.poll(() => laundry.switched()).toEqual(['off', 'on', 'off'])
})
