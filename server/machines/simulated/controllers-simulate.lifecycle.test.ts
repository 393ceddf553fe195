import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { controllers } from '@coinless/contract/controllers.ts'
import { devices } from '@coinless/contract/devices.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { makeCode, makeLandlord, password, type TestUser } from '../../../test/support/make.ts'

const server = testApp()
const { payAt, expectState } = laundry(server)
const folder = await mkdtemp(join(tmpdir(), 'coinless-simulate-'))
let address = ''
beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function simulate(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['simulate/controllers.ts', '--server', address, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const said = text(child.stderr)
  onTestFinished(() => void child.kill())
  return { child, ended, said }
}

async function connected(landlord: TestUser): Promise<number> {
  const { data } = await server.call(controllers.list, { as: landlord })
  return data.filter(({ connected_since }) => connected_since !== null).length
}

test('creates controllers with devices, runs paid cycles and reconnects by the credentials file', async () => {
  const landlord = await makeLandlord(server)
  const code = await makeCode(server, landlord)
  const file = join(folder, 'credentials.txt')
  const asked = ['--count', '3', '--email', landlord.email, '--credentials', file]
  const { child, ended } = simulate(asked, { LANDLORD_PASSWORD: password })
  await expect.poll(() => connected(landlord)).toBe(3)
  const { data } = await server.call(devices.list, { as: landlord })
  const [device] = data
  if (!device) throw new Error('The device is missing.')
  await expectState(await payAt(landlord, device, code.code), 'running')
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  await expect.poll(() => connected(landlord)).toBe(0)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  server.secrets.plant({ tokens: (await readFile(file, 'utf8')).trim().split('\n') })

  const again = simulate(['--credentials', file, '--faults', 'refuses=100'])
  await expect.poll(() => connected(landlord)).toBe(3)
  expect((await server.call(controllers.list, { as: landlord })).data).toHaveLength(3)
  const other = data.find(({ id }) => id !== device.id)
  if (!other) throw new Error('The other device is missing.')
  await expectState(await payAt(landlord, other, code.code), 'not_started', 'door')
  again.child.kill('SIGTERM')
  await again.ended
})

test.each([
  [['--faults', 'sleepy=5'], /^--faults takes silent, refuses, dies, drops, delays/],
  [
    ['--credentials', join(folder, 'none.txt')],
    /To create controllers, name the landlord with --email/,
  ],
  [['--channels', '65'], /^--channels must be a whole number from 1 to 64\.$/m],
])('reports an invalid argument in one line: %j', async (args, sentence) => {
  const { ended, said } = simulate(args)
  expect(await said).toMatch(sentence)
  expect(await ended).toEqual([1, null])
})
