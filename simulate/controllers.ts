import { access, readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { protocol } from '@coinless/contract/controller-protocol.ts'
import { health } from '@coinless/contract/health.ts'
import { Lifetime } from '../server/commands/lifetime.ts'
import { Box } from '../server/machines/simulated/box.ts'
import { SettingError } from '../server/platform/config/setting-error.ts'
import { ApiCaller } from './api-caller.ts'
import { faultOfBox, parseFaults, wireOf } from './faults.ts'
import { furnish } from './furnish.ts'

const reportMs = 10_000

/**
 * `npm run controllers:simulate`: connects simulated controllers to an installation over the real protocol, until
 * stopped. Reads their credentials from a file, or creates the controllers and writes it.
 */
const { values } = parseArgs({
  options: {
    server: { type: 'string', default: 'http://localhost:3000' },
    credentials: { type: 'string', default: 'simulated-controllers.txt' },
    count: { type: 'string', default: '10' },
    channels: { type: 'string', default: '1' },
    email: { type: 'string' },
    faults: { type: 'string', default: '' },
  },
})
const lifetime = new Lifetime(0)
await lifetime.run(simulate)

async function simulate() {
  const channels = wholeNumber('channels', 1, protocol.channels)
  const faults = parseFaults(values.faults)
  await expectServer()
  const credentials = await knownCredentials(channels)
  const boxes = credentials.map(
    (credential) => new Box({ server: values.server, credential, channels, wire: wireOf(faults) }),
  )
  lifetime.defer(async () => {
    for (const box of boxes) box.disconnect()
  })
  for (const [n, box] of boxes.entries()) {
    box.fault = faultOfBox(faults, n)
    box.connect()
  }
  report(boxes)
  const reporting = setInterval(() => report(boxes), reportMs)
  lifetime.defer(async () => clearInterval(reporting))
}

function wholeNumber(name: 'count' | 'channels', least: number, most: number): number {
  const number = Number(values[name])
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new SettingError(`--${name} must be a whole number from ${least} to ${most}.`)
}

async function expectServer() {
  const answer = await fetch(`${values.server}/api${health.live.path}`).catch(() => undefined)
  if (!answer?.ok) throw new SettingError(`--server ${values.server} does not answer.`)
}

/** One per line. An existing file is used unchanged; name another one for new controllers. */
async function knownCredentials(channels: number): Promise<string[]> {
  const file = values.credentials
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere) return (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  const made = await makeControllers(channels)
  await writeFile(file, `${made.join('\n')}\n`, { mode: 0o600 })
  console.log(`The credentials are in ${file}. Use this file to reconnect the same controllers.`)
  return made
}

async function makeControllers(channels: number): Promise<string[]> {
  const count = wholeNumber('count', 1, 100_000)
  const password = process.env.LANDLORD_PASSWORD
  if (!values.email || !password) {
    throw new SettingError(
      `${values.credentials} does not exist. To create controllers, name the landlord with --email and set LANDLORD_PASSWORD.`,
    )
  }
  const landlord = new ApiCaller(() => values.server, { email: values.email, password })
  const series = Date.now().toString(36).toUpperCase()
  const made: string[] = []
  for (let n = 1; n <= count; n++) {
    const { credential } = await furnish(landlord, `SIM-${series}-${n}`, channels)
    made.push(credential)
  }
  return made
}

function report(boxes: readonly Box[]) {
  const all = boxes.flatMap((box) => box.channels)
  console.log(
    [
      `${boxes.filter(({ isConnected }) => isConnected).length} of ${boxes.length} connected`,
      `${all.filter(({ until }) => until !== undefined).length} machines running`,
      `${all.reduce((sum, { switchedOn }) => sum + switchedOn.length, 0)} started`,
    ].join(', '),
  )
}
