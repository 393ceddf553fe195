import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { cycles, type LiveEvent } from '@coinless/contract/cycles.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { Box } from '../../server/machines/simulated/box.ts'
import { expectKeptStatements } from '../../server/platform/database/kept-statements.ts'
import { ApiCaller } from '../../simulate/api-caller.ts'
import { furnish, simulatedTerms } from '../../simulate/furnish.ts'
import { databaseUrl, execute, serverUrl } from '../servers/postgres.ts'
import { Program } from '../servers/program.ts'
import { startReplicas } from '../servers/replicas.ts'
import { account } from '../support/bank.ts'

const callers = 8
const washer = {
  label: 'Washer',
  device_number: 'W-1',
  device_type: 'washer',
  landlord_email: account.email,
  location: 'Elm Street 4',
  duration_minutes: 30,
  price: 0.25,
}
const name = `coinless_test_${randomUUID().replaceAll('-', '')}`
const postgres = inject('postgresUrl')
const poolerPort = inject('poolerPort')
const keepsStatements = inject('keepsStatements')

/** Behind HAProxy and PgBouncer, in `npm run test:replicas`. */
describe.runIf(poolerPort)('servers set up by docs/operate/scaling.md', () => {
  let dataDir: string
  let url: string
  let settings: ConstructorParameters<typeof Program>[0]
  let replicas: Awaited<ReturnType<typeof startReplicas>>

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'coinless-scaling-'))
    await execute(postgres, `create database ${name}`)
    url = Object.assign(new URL(serverUrl(postgres, name)), { port: poolerPort }).href
    settings = {
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      DATABASE_OWNER_URL: databaseUrl(postgres, name),
      DATABASE_DIRECT_URL: serverUrl(postgres, name),
      PREPARED_STATEMENTS: keepsStatements ? 'on' : 'off',
      JWT_SECRET: 'a secret of the tests, long enough',
      ADMIN_EMAIL: account.email,
      ADMIN_PASSWORD: account.password,
      RATE_LIMITS: 'off',
      CARD_PROCESSOR: 'sandbox',
    }
    replicas = await startReplicas(settings)
  })

  afterAll(async () => {
    await replicas.stop()
    await execute(postgres, `drop database ${name} with (force)`)
    await rm(dataDir, { recursive: true })
  })

  async function signIn(localAddress: string, headers: Record<string, string> = {}) {
    const call = request(`${replicas.address}/api/auth-login`, {
      method: 'POST',
      localAddress,
      headers: { 'content-type': 'application/json', ...headers },
    })
    call.end(JSON.stringify(account))
    const { session } = await new Promise<{ session: { access_token: string } }>(
      (resolve, reject) => {
        call.once('response', (response) =>
          json(response).then((body) => resolve(body as never), reject),
        )
        call.once('error', reject)
      },
    )
    return { authorization: `Bearer ${session.access_token}` }
  }

  test('see the address of a caller, who cannot fake another one', async () => {
    await signIn('127.0.0.2')
    const headers = await signIn('127.0.0.3', { 'x-forwarded-for': '203.0.113.7' })
    const trail = await fetch(`${replicas.address}/api/admin-audit-events?limit=20`, { headers })
    const { data } = (await trail.json()) as { data: { address: string }[] }
    expect(data.map(({ address }) => address)).toEqual(
      expect.arrayContaining(['127.0.0.2', '127.0.0.3']),
    )
    expect(data.map(({ address }) => address)).not.toContain('203.0.113.7')
  })

  test.runIf(!keepsStatements)(
    'refuse to start with prepared statements on a pooler without them',
    async () => {
      await expect(expectKeptStatements(url)).rejects.toThrow(/^PREPARED_STATEMENTS must be off/)
      const program = new Program({ ...settings, PREPARED_STATEMENTS: 'on' })
      await expect(program.start()).rejects.toThrow('did not start')
    },
  )

  test.runIf(keepsStatements)('accept a pooler that keeps prepared statements', () =>
    expectKeptStatements(url),
  )

  /** The latest state of a device sent to a page. */
  async function follow(deviceId: string, headers: Record<string, string>) {
    const left = new AbortController()
    onTestFinished(() => left.abort())
    const address = `${replicas.address}/api${cycles.events.path}?devices=${deviceId}`
    const { body } = await fetch(address, { headers, signal: left.signal })
    const told: Partial<LiveEvent> = {}
    const hear = async () => {
      let text = ''
      for await (const part of body ?? []) {
        const events = (text + Buffer.from(part).toString()).split('\n\n')
        text = events.pop() ?? ''
        for (const event of events.filter((one) => one.startsWith('data: '))) {
          Object.assign(told, JSON.parse(event.slice(6)))
        }
      }
    }
    hear().catch(() => {})
    return () => told.devices?.[0]?.state
  }

  test('deliver events to controllers and pages connected to any server through the balancer', async () => {
    const owner = new ApiCaller(() => replicas.address, account)
    const headers = await signIn('127.0.0.1')
    const code = `SCALING-${randomUUID().slice(0, 18)}`
    const issue = { body: { code, balance: 100 }, key: randomUUID() }
    await owner.call(prepaidCodes.create, issue)
    const makeRoom = async (_: unknown, n: number) => {
      const { credential, deviceIds } = await furnish(owner, `Room ${n}`, 1)
      const box = new Box({ server: replicas.address, credential, channels: 1 })
      onTestFinished(() => box.disconnect())
      box.connect()
      return { box, deviceId: deviceIds[0] ?? '', state: await follow(deviceIds[0] ?? '', headers) }
    }
    const rooms = await Promise.all(replicas.programs.map(makeRoom))
    for (const { state } of rooms) await expect.poll(state).toBe('free')
    const { price: amount, duration_minutes: duration } = simulatedTerms
    for (const { box, deviceId, state } of rooms) {
      const body = { device_id: deviceId, amount, duration, prepaid_code: code }
      await owner.call(payments.prepaid, { body, key: randomUUID() })
      await expect.poll(() => box.channels[0]?.switchedOn).toHaveLength(1)
      await expect.poll(state).toBe('running')
    }
  })

  test('lose no call during a rolling restart under load', async () => {
    const headers = { ...(await signIn('127.0.0.1')), 'content-type': 'application/json' }
    const made = await fetch(`${replicas.address}/api/devices`, {
      method: 'POST',
      headers,
      body: JSON.stringify(washer),
    })
    const { id } = (await made.json()) as { id: string }
    const payment = {
      device_id: id,
      amount: washer.price,
      duration: washer.duration_minutes,
      customer_name: 'Carla',
      customer_email: 'carla@example.com',
      payment_method_id: sandboxPaymentMethods.approved,
    }
    const answers = new Map<string, number>()
    let isOpen = true
    const count = (answer: string) => answers.set(answer, (answers.get(answer) ?? 0) + 1)
    const call = async (method: string, path: string, body?: object) => {
      const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      try {
        const response = await fetch(`${replicas.address}/api${path}`, sent)
        await response.arrayBuffer()
        count(`${method} ${response.status}`)
      } catch (error) {
        count(`${method} ${error}`)
      }
    }
    const serveOne = async () => {
      while (isOpen) {
        await call('POST', '/payments/card', payment)
        await call('GET', '/transactions?limit=1')
      }
    }
    const serving = Array.from({ length: callers }, serveOne)
    for (const program of replicas.programs) {
      await program.stop()
      await program.start()
    }
    isOpen = false
    await Promise.all(serving)
    console.log(Object.fromEntries(answers))
    expect([...answers.keys()].sort()).toEqual(['GET 200', 'POST 201'])
  })
})
