import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeUser, password, type TestUser } from '../../../test/support/make.ts'

const server = testApp({ rateLimits: true })
const home = '192.0.2.7'
const elsewhere = '198.51.100.7'

/** The calls of a minute are another test's rule. */
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

async function failUntilWait(email: string) {
  for (let n = 0; n <= limits.freeAttempts; n++) {
    expect(await signIn(email, 'a wrong password')).toBe('wrong_credentials')
  }
}

// id: password-attempts-1
test('after five wrong passwords from one network the right one has to wait, too', async () => {
  const { email } = await makeUser(server)
  await failUntilWait(email)
  expect(await signIn(email, password)).toBe('too_many_attempts')
  await sql`update failed_attempts set blocked_until = now()`.execute(server.database)
  expect(await signIn(email, password)).toBe('signed in')
})

// id: password-attempts-2
test('whoever guesses keeps the owner out of nothing: elsewhere the password works', async () => {
  const { email } = await makeUser(server)
  await failUntilWait(email)
  expect(await signIn(email, password, elsewhere)).toBe('signed in')
})

test('an unknown address is slowed down like a known one', async () => {
  await failUntilWait('nobody@example.com')
  expect(await signIn('nobody@example.com', 'a wrong password')).toBe('too_many_attempts')
})

test('attempts at many addresses from one network are counted together', async () => {
  for (let n = 0; n <= limits.freeAttemptsOfNetwork; n++) {
    const answer = signIn(`nobody${n}@example.com`, 'a wrong password', elsewhere)
    expect(await answer).toBe('wrong_credentials')
  }
  const { email } = await makeUser(server)
  expect(await signIn(email, password, elsewhere)).toBe('too_many_attempts')
  expect(await signIn(email, password, '203.0.113.7')).toBe('signed in')
})

test('the current password cannot be guessed with a stolen session either', async () => {
  const user: TestUser = await makeUser(server)
  const change = async (current_password: string) => {
    const answer = await server.app.inject({
      method: 'PUT',
      url: '/api/users-me-password',
      headers: { authorization: `Bearer ${user.token}` },
      payload: { current_password, new_password: 'another good password' },
    })
    return answer.json().code
  }
  for (let n = 0; n <= limits.freeAttempts; n++)
    expect(await change('wrong')).toBe('wrong_password')
  expect(await change(password)).toBe('too_many_attempts')
})

test('many passwords at once are as few as one after the other, and the right one comes too late', async () => {
  const { email } = await makeUser(server)
  const tried = [...Array.from({ length: 28 }, (_, n) => `wrong password ${n}`), password]
  const answers = await Promise.all(tried.map((secret) => signIn(email, secret)))
  const judged = answers.filter((answer) => answer !== 'too_many_attempts')
  expect(judged).toEqual(Array.from({ length: limits.freeAttempts + 1 }, () => 'wrong_credentials'))
})

test('the right password is no failed attempt, however often and at the same moment', async () => {
  const { email } = await makeUser(server)
  const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(email, password)))
  expect(answers).toEqual(answers.map(() => 'signed in'))
  await failUntilWait(email)
})

test('a day without a wrong password forgets wrong ones, whatever right ones come in between', async () => {
  const { email } = await makeUser(server)
  for (let n = 0; n < limits.freeAttempts; n++) await signIn(email, 'a wrong password')
  for (let day = 0; day < 2; day++) {
    await sql`update failed_attempts set last_failed_at = last_failed_at - interval '20 hours'`.execute(
      server.database,
    )
    expect(await signIn(email, password)).toBe('signed in')
  }
  await failUntilWait(email)
})

test('attempts of others on the network hold up nobody who has signed in there before', async () => {
  const known = await makeUser(server)
  expect(await signIn(known.email, password, elsewhere)).toBe('signed in')
  for (let n = 0; n <= limits.freeAttemptsOfNetwork; n++) {
    await signIn(`nobody${n}@example.com`, 'a wrong password', elsewhere)
  }
  expect(await signIn(known.email, password, elsewhere)).toBe('signed in')
  expect(await signIn(known.email, 'a wrong password', elsewhere)).toBe('wrong_credentials')
  expect(await signIn(known.email, password, elsewhere)).toBe('too_many_attempts')
})
