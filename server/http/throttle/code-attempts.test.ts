import { limits } from '@coinless/contract/limits.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { judgedWithin } from '../../../test/support/fail-until-wait.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'
import { codeThrottle, waitingSeconds } from './failed-attempts.ts'

const server = testApp({ rateLimits: true })

let tests = 0
let ownNetwork = ''

/** Gives each test its own network, so that the limits by address count them separately. */
beforeEach(() => {
  tests += 1
  ownNetwork = `198.51.100.${tests}`
})

afterEach(() => sql`delete from failed_attempts`.execute(server.database))

async function makeTarget() {
  const owner = await makeLandlord(server)
  return { owner, device: await makeDevice(server, owner), code: await makeCode(server, owner) }
}

type Target = Awaited<ReturnType<typeof makeTarget>>

async function pay(
  as: TestUser,
  { device }: Target,
  prepaid_code: string,
  remoteAddress = ownNetwork,
) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/payments/prepaid',
    headers: { authorization: `Bearer ${as.token}` },
    payload: { ...termsOf(device), prepaid_code },
    remoteAddress,
  })
  return { status: answer.statusCode, headers: answer.headers, ...answer.json() }
}

/** Simulates passed time: moves every stored time into the past. */
function pass(seconds: number) {
  const span = sql`make_interval(secs => ${seconds})`
  return sql`update failed_attempts set
    last_failed_at = last_failed_at - ${span}, blocked_until = blocked_until - ${span}`.execute(
    server.database,
  )
}

describe('guessing codes', () => {
  test('allows an account five attempts, then makes it wait twice as long after each', async () => {
    const target = await makeTarget()
    const thief = await makeUser(server)
    for (let n = 0; n < limits.freeAttempts; n++) {
      expect((await pay(thief, target, generateCode())).code).toBe('code_not_accepted')
    }
    for (const wait of [2, 4, 8, 16]) {
      expect((await pay(thief, target, generateCode())).code).toBe('code_not_accepted')
      const early = await pay(thief, target, target.code.code)
      expect([early.status, early.code]).toEqual([429, 'too_many_attempts'])
      expect(early.error).toBe(`Too many failed attempts. Please try again in ${wait} seconds.`)
      expect(early.headers['retry-after']).toBe(String(wait))
      await pass(wait)
    }
    expect((await pay(thief, target, target.code.code)).status).toBe(201)
  })

  test('waits at most an hour, and resets after a day without an attempt', async () => {
    const target = await makeTarget()
    const thief = await makeUser(server)
    for (let n = 0; n < 40; n++) {
      await pay(thief, target, generateCode())
      await pass(limits.attemptWaitSecondsMax)
    }
    await pay(thief, target, generateCode())
    const { headers } = await pay(thief, target, generateCode())
    expect(Number(headers['retry-after'])).toBe(limits.attemptWaitSecondsMax)
    await pass(24 * 60 * 60 + 1)
    for (let n = 0; n < limits.freeAttempts; n++) {
      expect((await pay(thief, target, generateCode())).code).toBe('code_not_accepted')
    }
    expect((await pay(thief, target, target.code.code)).status).toBe(201)
  })

  // id: code-attempts-1
  test('gets 31 attempts in an hour and 54 in a day from one network, even with new accounts', async () => {
    const target = await makeTarget()
    let thief = await makeUser(server)
    let seconds = 0
    const attempts: number[] = []
    while (seconds < 24 * 60 * 60) {
      if (attempts.length % limits.freeAttempts === 0) thief = await makeUser(server)
      const { code, headers } = await pay(thief, target, generateCode())
      if (code === 'code_not_accepted') attempts.push(seconds)
      const wait = Number(headers['retry-after'] ?? 0)
      await pass(wait)
      seconds += wait
    }
    expect(attempts.filter((time) => time < 60 * 60)).toHaveLength(31)
    expect(attempts).toHaveLength(54)
  })

  test('gets no new attempts for a right code in between', async () => {
    const target = await makeTarget()
    const thief = await makeUser(server)
    for (let n = 0; n <= limits.freeAttempts; n++) {
      if (n === limits.freeAttempts) await pay(thief, target, target.code.code)
      await pay(thief, target, generateCode())
    }
    expect((await pay(thief, target, generateCode())).code).toBe('too_many_attempts')
  })

  test('makes all accounts on one network wait, and none elsewhere', async () => {
    const target = await makeTarget()
    const network = '2001:db8:1:2'
    for (let n = 0; n <= limits.freeAttemptsOfNetwork; n++) {
      const thief = await makeUser(server)
      expect((await pay(thief, target, generateCode(), `${network}::${n + 1}`)).status).toBe(422)
    }
    const honest = await makeUser(server)
    const { code } = target.code
    expect((await pay(honest, target, code, `${network}:ffff::1`)).code).toBe('too_many_attempts')
    expect((await pay(honest, target, code, '2001:db8:1:3::1')).status).toBe(201)
  })

  // id: code-attempts-3
  test('does not delay a past payer without wrong codes for attempts of others on the network', async () => {
    const target = await makeTarget()
    const network = '192.0.2.200'
    const tenant = await makeUser(server)
    const clumsy = await makeUser(server)
    for (const payer of [tenant, clumsy]) {
      expect((await pay(payer, target, target.code.code, network)).status).toBe(201)
    }
    expect((await pay(clumsy, target, generateCode(), network)).status).toBe(422)
    for (let n = 0; n < limits.freeAttemptsOfNetwork; n++) {
      const thief = await makeUser(server)
      expect((await pay(thief, target, generateCode(), network)).status).toBe(422)
    }
    const right = target.code.code
    expect((await pay(tenant, target, right, network)).status).toBe(201)
    expect((await pay(clumsy, target, right, network)).code).toBe('too_many_attempts')
    const newcomer = await makeUser(server)
    expect((await pay(newcomer, target, right, network)).code).toBe('too_many_attempts')
    expect((await pay(tenant, target, generateCode(), network)).code).toBe('code_not_accepted')
    expect((await pay(tenant, target, right, network)).code).toBe('too_many_attempts')
  })

  // id: code-attempts-2
  test('gets the same answer for unknown, foreign and mistyped codes, but counts no typo', async () => {
    const target = await makeTarget()
    const foreign = await makeCode(server, await makeLandlord(server))
    const typo = generateCode().replace(/^./, (first) => (first === '7' ? '8' : '7'))
    const payer = await makeUser(server)
    const answers = []
    for (const code of [generateCode(), foreign.code, typo]) {
      const { requestId: _, headers: __, ...answer } = await pay(payer, target, code)
      answers.push(answer)
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    for (let n = 0; n < 10; n++) {
      expect((await pay(payer, target, typo)).code).toBe('code_not_accepted')
    }
    expect((await pay(payer, target, target.code.code)).status).toBe(201)
  })

  test('includes attempts to find taken texts', async () => {
    const { code } = await makeTarget()
    const thief = await makeUser(server)
    for (let n = 0; n <= limits.freeAttempts; n++) {
      const { body } = await server.refused(prepaidCodes.create, {
        as: thief,
        body: { code: code.code, balance: 0 },
      })
      expect(body.code).toBe('code_taken')
    }
    const { body } = await server.refused(prepaidCodes.create, {
      as: thief,
      body: { code: generateCode(), balance: 0 },
    })
    expect(body.code).toBe('too_many_attempts')
  })

  test('gets as few checks for sixty concurrent attempts as in sequence, the right one too late', async () => {
    const target = await makeTarget()
    const thief = await makeUser(server)
    const burst = async (codes: string[]) => {
      const answers = await Promise.all(codes.map((code) => pay(thief, target, code)))
      return answers.map(({ code }) => code).filter((code) => code !== 'too_many_attempts')
    }
    const wrong = () => Array.from({ length: 60 }, generateCode)
    const began = performance.now()
    const judged = await burst(wrong())
    expect(judged.length).toBeGreaterThan(limits.freeAttempts)
    expect(judged.length).toBeLessThanOrEqual(judgedWithin(performance.now() - began))
    // From now on, a wait is longer than any burst.
    await sql`update failed_attempts set failures = failures + 10`.execute(server.database)
    await pass(limits.attemptWaitSecondsMax)
    expect(await burst([...wrong(), target.code.code])).toEqual(['code_not_accepted'])
  })

  test.each([
    [limits.attemptWaitSecondsMax, limits.attemptWaitSecondsMax],
    [0, null],
  ])('makes an attempt that began before a failure wait its %i seconds', async (wait, seconds) => {
    const own = 'code by account of nobody'
    const found = await server.database.transaction().execute(async (transaction) => {
      await sql`select now()`.execute(transaction)
      await sql`insert into failed_attempts (throttle_key, failures, last_failed_at, blocked_until)
        values (${own}, 30, now(), now() + make_interval(secs => ${wait}))`.execute(server.database)
      const throttle = { own, networks: { keys: [], frees: [] }, isKnown: sql<boolean>`false` }
      const { rows } = await sql<{ seconds: number | null }>`
        select ${waitingSeconds(throttle)} as seconds`.execute(transaction)
      return rows[0]?.seconds
    })
    expect(found).toBe(seconds)
  })

  test('counts no concurrent payments with right codes as failed attempts', async () => {
    const target = await makeTarget()
    const { code } = await makeCode(server, target.owner, { balance: 100 })
    const tenant = await makeUser(server)
    const payments = Array.from({ length: 20 }, () => pay(tenant, target, code))
    const answers = await Promise.all(payments)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  })

  test('counts concurrent issues of taken texts as failed attempts, but no others', async () => {
    const landlord = await makeLandlord(server)
    const issue = (code: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/prepaid-codes',
        headers: { authorization: `Bearer ${landlord.token}` },
        payload: { code, balance: 1 },
      })
    const own = Array.from({ length: 20 }, generateCode)
    const issued = await Promise.all(own.map(issue))
    expect(issued.map(({ statusCode }) => statusCode)).toEqual(own.map(() => 201))
    const began = performance.now()
    const taken = await Promise.all(own.map(issue))
    const told = taken.filter((answer) => answer.json().code === 'code_taken')
    expect(told.length).toBeGreaterThan(limits.freeAttempts)
    expect(told.length).toBeLessThanOrEqual(judgedWithin(performance.now() - began))
  })

  test('counts all of fifty concurrent attempts', async () => {
    const target = await makeTarget()
    const thieves = await Promise.all(Array.from({ length: 4 }, () => makeUser(server)))
    const attempts = Array.from({ length: 50 }, (_, n) =>
      pay(thieves[n % 4] as TestUser, target, generateCode(), `10.0.0.${n}`),
    )
    const answers = await Promise.all(attempts)
    const wrong = answers.filter(({ code }) => code === 'code_not_accepted').length
    const { rows } = await sql<{ counted: number }>`
      select sum(failures) as counted from failed_attempts where throttle_key like 'code by account %'`.execute(
      server.database,
    )
    expect(Number(rows[0]?.counted)).toBe(wrong)
  })
})

test('refuses a chosen text that looks like a mistyped generated code', async () => {
  const owner = await makeLandlord(server)
  const typo = generateCode().replace(/^./, (first) => (first === '7' ? '8' : '7'))
  const created = await server.refused(prepaidCodes.create, {
    as: owner,
    body: { code: typo, balance: 1 },
  })
  expect([created.status, created.body.code]).toEqual([422, 'code_looks_mistyped'])
  const { id } = await makeCode(server, owner)
  const renamed = await server.refused(prepaidCodes.rename, {
    as: owner,
    params: { id },
    body: { code: typo },
  })
  expect(renamed.body.code).toBe('code_looks_mistyped')
})

test('counts no attempts when RATE_LIMITS is off', () => {
  expect(
    codeThrottle({ config: { rateLimits: false } }, { id: 'x', address: '192.0.2.7' }),
  ).toBeUndefined()
})
