import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { failUntilWait, judgedWithin } from '../../../test/support/fail-until-wait.ts'
import { makeUser, password, type TestUser } from '../../../test/support/make.ts'

const server = testApp({ rateLimits: true })
const home = '192.0.2.7'
const elsewhere = '198.51.100.7'

/** Another test covers the calls of a minute. */
beforeEach(async () => {
  await sql`delete from failed_attempts`.execute(server.database)
  await sql`delete from call_counts`.execute(server.database)
})

async function signIn(email: string, secret: string, remoteAddress = home) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth-login',
    payload: { email, password: secret },
    remoteAddress,
  })
  return answer.json().code ?? 'signed in'
}

function failSignIns(email: string) {
  return failUntilWait(server, async () => {
    expect(await signIn(email, 'a wrong password')).toBe('wrong_credentials')
  })
}

// id: password-attempts-1
test('makes the right password wait after five wrong ones from one network', async () => {
  const { email } = await makeUser(server)
  await failSignIns(email)
  expect(await signIn(email, password)).toBe('too_many_attempts')
  await sql`update failed_attempts set blocked_until = now()`.execute(server.database)
  expect(await signIn(email, password)).toBe('signed in')
})

// id: password-attempts-2
test('accepts the password of the owner on another network while an attacker waits', async () => {
  const { email } = await makeUser(server)
  await failSignIns(email)
  expect(await signIn(email, password, elsewhere)).toBe('signed in')
})

test('delays an unknown address like a known one', async () => {
  await failSignIns('unknown@example.com')
  expect(await signIn('unknown@example.com', 'a wrong password')).toBe('too_many_attempts')
})

test('counts attempts at many addresses from one network together', async () => {
  const fail = async (n: number) => {
    const answer = signIn(`nobody${n}@example.com`, 'a wrong password', elsewhere)
    expect(await answer).toBe('wrong_credentials')
  }
  await failUntilWait(server, fail, limits.freeAttemptsOfNetwork)
  const { email } = await makeUser(server)
  expect(await signIn(email, password, elsewhere)).toBe('too_many_attempts')
  expect(await signIn(email, password, '203.0.113.7')).toBe('signed in')
})

test('limits guesses of the current password with a stolen session', async () => {
  const user: TestUser = await makeUser(server)
  const change = async (current_password: string) => {
    const answer = await server.app.inject({
      method: 'PUT',
      url: '/api/users-me/password',
      headers: { authorization: `Bearer ${user.token}` },
      payload: { current_password, new_password: 'another good password' },
    })
    return answer.json().code
  }
  await failUntilWait(server, async () => expect(await change('wrong')).toBe('wrong_password'))
  expect(await change(password)).toBe('too_many_attempts')
})

test('checks as few concurrent passwords as sequential ones, the right one too late', async () => {
  const { email } = await makeUser(server)
  const tried = [...Array.from({ length: 28 }, (_, n) => `wrong password ${n}`), password]
  const since = performance.now()
  const answers = await Promise.all(tried.map((secret) => signIn(email, secret)))
  const most = judgedWithin(performance.now() - since)
  const judged = answers.filter((answer) => answer !== 'too_many_attempts')
  expect(new Set(judged)).toEqual(new Set(['wrong_credentials']))
  expect(judged.length).toBeGreaterThan(limits.freeAttempts)
  expect(judged.length).toBeLessThanOrEqual(most)
})

test('counts no right password as a failed attempt, even for concurrent sign-ins', async () => {
  const { email } = await makeUser(server)
  const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(email, password)))
  expect(answers).toEqual(answers.map(() => 'signed in'))
  await failSignIns(email)
})

test('resets after a day without a wrong password, regardless of right ones in between', async () => {
  const { email } = await makeUser(server)
  for (let n = 0; n < limits.freeAttempts; n++) await signIn(email, 'a wrong password')
  for (let day = 0; day < 2; day++) {
    await sql`update failed_attempts set last_failed_at = last_failed_at - interval '20 hours'`.execute(
      server.database,
    )
    expect(await signIn(email, password)).toBe('signed in')
  }
  await failSignIns(email)
})

test('does not delay a user who has signed in there before for attempts of others', async () => {
  const known = await makeUser(server)
  expect(await signIn(known.email, password, elsewhere)).toBe('signed in')
  for (let n = 0; n <= limits.freeAttemptsOfNetwork; n++) {
    await signIn(`nobody${n}@example.com`, 'a wrong password', elsewhere)
  }
  expect(await signIn(known.email, password, elsewhere)).toBe('signed in')
  expect(await signIn(known.email, 'a wrong password', elsewhere)).toBe('wrong_credentials')
  expect(await signIn(known.email, password, elsewhere)).toBe('too_many_attempts')
})
