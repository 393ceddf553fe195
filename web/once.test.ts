import { expect, test, vi } from 'vitest'
import { NoAnswer, NotSent } from './connection.ts'
import { fakeStorage } from './test-storage.ts'

const local = fakeStorage()
const session = fakeStorage()
vi.stubGlobal('localStorage', local)
vi.stubGlobal('sessionStorage', session)

const { ApiError } = await import('./api.ts')
const { isOpen, once, repeated } = await import('./once.ts')
const { clearEndedSession, clearSession, storeSession } = await import('./session-store.ts')
const { clearAllButKept, keep, kept } = await import('./ui/kept.ts')

function signIn(id: string) {
  storeSession({
    session: { access_token: `access ${id}`, refresh_token: `refresh ${id}` },
    user: { id } as never,
  })
}

/** One try that ends so; the key that it was sent with. */
async function sentKey(failure?: Error, intention = 'pay'): Promise<string> {
  let sent = ''
  const trying = once(intention, async (key) => {
    sent = key
    if (failure) throw failure
  })
  await trying.catch(() => {})
  return sent
}

test.each([
  ['without an answer', new NoAnswer()],
  ['ended by a fault of the server', new ApiError(500, '')],
  ['that met a server which is busy', new ApiError(503, '')],
  ['that took too long to arrive', new ApiError(408, '')],
  ['that was too large for something in between', new ApiError(413, '')],
  ['that was one of too many', new ApiError(429, '')],
])('a try %s is repeated with its key', async (_which, failure) => {
  signIn('ana')
  const first = await sentKey(failure)
  expect(isOpen('pay')).toBe(true)
  expect(await sentKey()).toBe(first)
  expect(isOpen('pay')).toBe(false)
  expect(await sentKey()).not.toBe(first)
})

test.each([400, 402, 403, 404, 409, 422])(
  'after a refusal by %i the next try is another',
  async (status) => {
    signIn('ana')
    const first = await sentKey(new ApiError(status, ''))
    expect(isOpen('pay')).toBe(false)
    expect(await sentKey()).not.toBe(first)
  },
)

test('what met the end of the session is known not to be done, unless a try before it may have arrived', async () => {
  signIn('ana')
  const first = await sentKey(new ApiError(401, ''))
  expect(isOpen('pay')).toBe(false)
  const second = await sentKey(new NoAnswer())
  expect(second).not.toBe(first)
  expect([await sentKey(new ApiError(401, '')), isOpen('pay')]).toEqual([second, true])
  expect(await sentKey()).toBe(second)
})

test('what was not sent is known not to be done, unless a try before it may have arrived', async () => {
  signIn('ana')
  const notSent = () => once('pay', () => Promise.reject(new NotSent()))
  await expect(notSent()).rejects.toBeInstanceOf(NotSent)
  expect(isOpen('pay')).toBe(false)
  const first = await sentKey(new NoAnswer())
  await expect(notSent()).rejects.not.toBeInstanceOf(NotSent)
  expect(await sentKey()).toBe(first)
})

test('a key outlives the end of a session for its account, and nothing else does', async () => {
  signIn('ana')
  const first = await sentKey(new NoAnswer())
  keep('draft', 'typed')
  session.setItem('other', 'of nobody')
  local.setItem('other', 'of nobody')
  clearEndedSession()
  clearAllButKept()
  expect([local.getItem('other'), session.getItem('other')]).toEqual([null, null])
  expect(['user', 'access_token', 'refresh_token'].map((name) => local.getItem(name))).toEqual([
    null,
    null,
    null,
  ])
  signIn('ana')
  expect([await sentKey(), kept('draft')]).toEqual([first, 'typed'])
})

test('nothing of an account is left after a sign-out, nor for the next one after an expiry', async () => {
  for (const leave of [clearSession, clearEndedSession]) {
    signIn('ana')
    const first = await sentKey(new NoAnswer())
    keep('card-token', 'of ana')
    leave()
    signIn('ben')
    expect(isOpen('pay')).toBe(false)
    expect(kept('card-token')).toBeNull()
    expect(await sentKey()).not.toBe(first)
    clearSession()
    expect(session.length).toBe(0)
  }
})

test('who signed out leaves nothing, even where the server says afterwards that the session ended', () => {
  signIn('ana')
  keep('draft', 'typed')
  for (const part of ['user', 'access_token', 'refresh_token']) local.removeItem(part)
  clearEndedSession()
  clearAllButKept()
  signIn('ana')
  clearSession()
  expect(session.length).toBe(0)
})

test('nothing is kept while nobody is signed in', () => {
  keep('draft', 'typed')
  expect([kept('draft'), session.length]).toEqual([null, 0])
})

/** How often it was tried, and how that ended, with no time passing outside the test. */
async function repeatedUntilTheEnd(send: (tries: number) => Promise<void>) {
  vi.useFakeTimers()
  let tries = 0
  const end = repeated(() => send(++tries)).catch((error) => error)
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  return { tries, end: await end }
}

test('a lost answer is asked for again at once, and not after a sleep', async () => {
  const lost = await repeatedUntilTheEnd(() => Promise.reject(new NoAnswer()))
  expect(lost).toEqual({ tries: 3, end: expect.any(NoAnswer) })
  const asleep = await repeatedUntilTheEnd(() => {
    vi.setSystemTime(Date.now() + 60_000)
    return Promise.reject(new NoAnswer())
  })
  expect(asleep).toEqual({ tries: 1, end: expect.any(NoAnswer) })
})

test.each([new NotSent(), new ApiError(401, '')])(
  'what cannot be repeated leaves the first try unknown (%s)',
  async (failure) => {
    const { tries, end } = await repeatedUntilTheEnd((count) =>
      Promise.reject(count === 1 ? new NoAnswer() : failure),
    )
    expect([tries, end === failure]).toEqual([2, false])
  },
)
