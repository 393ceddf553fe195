import { globSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { fakeStorage } from '../test/storage.ts'
import { NoAnswer, NotSent, UnclearAnswer } from './connection.ts'

const local = fakeStorage()
const session = fakeStorage()
vi.stubGlobal('localStorage', local)
vi.stubGlobal('sessionStorage', session)

const { ApiError } = await import('./client.ts')
const { DoneBefore, noteOutcome, withIdempotencyKey, openKey, subscribeToKeys } = await import(
  './idempotency-key.ts'
)
const { clearEndedSession, clearSession, storeSession } = await import(
  '../session/session-store.ts'
)
const { clearAllButKept, keep, kept } = await import('../ui/kept.ts')

function signIn(id: string) {
  storeSession({
    session: { access_token: `access ${id}`, refresh_token: `refresh ${id}` },
    user: { id } as never,
  })
}

const isOpen = (intention = 'pay') => openKey(intention) !== null

interface Trying {
  /** How it ends, if not well. */
  failure?: Error
  /** What the person answers where the last call was done. */
  wish?: (openKey: string) => Promise<'once more' | 'not again'>
}

/** One try, with no time passing outside the test: the key that it was sent with, and how it ended. */
async function tried({ failure, wish = async () => 'once more' as const }: Trying = {}) {
  vi.useFakeTimers()
  let sent = ''
  const end = withIdempotencyKey(
    'pay',
    async (key) => {
      sent = key
      if (failure) throw failure
    },
    wish,
  ).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  return { sent, end: await end }
}

const sentKey = async (failure?: Error) => (await tried(failure && { failure })).sent

test.each([
  ['without an answer', new NoAnswer()],
  ['with one that is not documented', new UnclearAnswer()],
  ['refused by something in between', new ApiError(403, '', {}, false)],
  ['ended by a fault of the server', new ApiError(500, '')],
  ['that met a server which is busy', new ApiError(503, '')],
  ['that took too long to arrive', new ApiError(408, '')],
  ['that was too large for something in between', new ApiError(413, '')],
  ['that was one of too many', new ApiError(429, '')],
])('what became of a try %s is found out by its key before the next', async (_which, failure) => {
  signIn('ana')
  const first = await sentKey(failure)
  expect(openKey('pay')).toBe(first)
  const asked: string[] = []
  const wish = async (key: string) => {
    asked.push(key)
    return 'once more' as const
  }
  const { sent } = await tried({ wish })
  expect([asked, isOpen()]).toEqual([[first], false])
  expect(sent).not.toBe(first)
  await tried({ wish })
  expect(asked).toEqual([first])
})

test('whatever the next try is, nothing is sent where the one before was done and is not wanted again', async () => {
  signIn('ana')
  await tried({ failure: new NoAnswer() })
  const { sent, end } = await tried({ wish: async () => 'not again' })
  expect([sent, end, isOpen()]).toEqual(['', expect.any(DoneBefore), false])
  expect(await sentKey()).not.toBe('')
})

test('as long as nobody can tell what became of the try before, nothing is sent', async () => {
  signIn('ana')
  const first = await sentKey(new NoAnswer())
  for (const [failure, said] of [
    [new NoAnswer(), NoAnswer],
    [new ApiError(503, ''), ApiError],
    [new ApiError(401, ''), ApiError],
  ] as const) {
    const { sent, end } = await tried({ wish: () => Promise.reject(failure) })
    expect([sent, end, openKey('pay')]).toEqual(['', expect.any(said), first])
  }
  const unsent = () => tried({ wish: () => Promise.reject(new NotSent()) })
  const { end } = await unsent()
  expect([end instanceof NoAnswer, end instanceof NotSent]).toEqual([true, false])
  noteOutcome(first)
  expect((await unsent()).end).toBeInstanceOf(NotSent)
})

test('a key is open from the moment at which its call has ended unknown, and this is told', async () => {
  signIn('ana')
  const seen: boolean[] = []
  const stop = subscribeToKeys(() => seen.push(isOpen()))
  await tried({ failure: new NoAnswer() })
  expect([seen.at(0), seen.at(-1)]).toEqual([false, true])
  const { end } = await tried({ failure: new ApiError(422, '') })
  expect([end, seen.at(-1)]).toEqual([expect.any(ApiError), false])
  stop()
})

test.each([400, 402, 403, 404, 409, 422])(
  'after a refusal by %i the next try is another',
  async (status) => {
    signIn('ana')
    const first = await sentKey(new ApiError(status, ''))
    expect(isOpen()).toBe(false)
    expect(await sentKey()).not.toBe(first)
  },
)

test.each([new ApiError(401, ''), new NotSent()])(
  'what met the end of the session or was not sent is known not to be done (%s)',
  async (failure) => {
    signIn('ana')
    const { end } = await tried({ failure })
    expect([end, isOpen()]).toEqual([failure, false])
  },
)

// id: idempotency-key-1
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
  expect([openKey('pay'), kept('draft')]).toEqual([first, 'typed'])
})

test('nothing of an account is left after a sign-out, nor for the next one after an expiry', async () => {
  for (const leave of [clearSession, clearEndedSession]) {
    signIn('ana')
    const first = await sentKey(new NoAnswer())
    keep('draft', 'of ana')
    leave()
    signIn('ben')
    expect(isOpen()).toBe(false)
    expect(kept('draft')).toBeNull()
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

/** How often it was tried, and how that ended. */
async function triesOf(send: (tries: number) => Promise<void>) {
  signIn('ana')
  vi.useFakeTimers()
  let tries = 0
  const trying = withIdempotencyKey(
    'pay',
    () => send(++tries),
    async () => 'once more',
  )
  const end = trying.catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  return { tries, end: await end }
}

test('a lost answer is asked for again at withIdempotencyKey, and not after a sleep', async () => {
  const lost = await triesOf(() => Promise.reject(new NoAnswer()))
  expect(lost).toEqual({ tries: 3, end: expect.any(NoAnswer) })
  const asleep = await triesOf(() => {
    vi.setSystemTime(Date.now() + 60_000)
    return Promise.reject(new NoAnswer())
  })
  expect(asleep).toEqual({ tries: 1, end: expect.any(NoAnswer) })
})

test.each([new NotSent(), new ApiError(401, '')])(
  'what cannot be repeated leaves the first try unknown (%s)',
  async (failure) => {
    const { tries, end } = await triesOf((count) =>
      Promise.reject(count === 1 ? new NoAnswer() : failure),
    )
    expect([tries, end === failure, isOpen()]).toEqual([2, false, true])
  },
)

const web = new URL('..', import.meta.url)
const sources = globSync('**/*.{ts,tsx}', {
  cwd: web,
  exclude: ['**/node_modules', 'gallery/**', '**/*test*'],
})

/** Those that are written so. */
function filesWith(pattern: RegExp, except?: RegExp): string[] {
  const files = sources.filter((file) => {
    const text = readFileSync(new URL(file, web), 'utf8')
    return pattern.test(text) && !except?.test(text)
  })
  return files.sort()
}

test('whatever creates or moves money is sent by the one way that asks before a second time', () => {
  const senders = filesWith(/\bidempotencyKey\b|\bonce\(/, /useMoneyForm|MoneyButton|usePayment/)
  // One change of many, and a row of a file, is done once however often it is asked for, and asks nobody.
  expect(senders).toEqual([
    'bulk/use-bulk-change.ts',
    'calls/client.ts',
    'calls/idempotency-key.ts',
    'devices/ImportDevices.tsx',
    'imports/importable.ts',
    'prepaid-codes/ImportCodes.tsx',
  ])
  expect(filesWith(/as IdempotencyKey\b/)).toEqual(['calls/idempotency-key.ts'])
})

test('whatever a browser keeps is kept in a few places, each of which a sign-out clears or tells nothing', () => {
  const tab = [
    'auth/signing-in.ts',
    'loading/own-code.ts',
    'session/invitation.ts',
    'session/scanned-code.ts',
    'session/session-end.ts',
    'storage/storage.ts',
    'ui/kept.ts',
  ]
  expect(filesWith(/\bsessionStorage\b|\blocalStorage\b/)).toEqual(['storage/storage.ts'])
  expect(filesWith(/\btabStorage\b/)).toEqual(tab)
  expect(filesWith(/\bbrowserStorage\b/)).toEqual([
    'auth/SignIn.tsx',
    'session/scanned-machines.ts',
    'session/session-end.ts',
    'session/session-lock.ts',
    'session/session-store.ts',
    'storage/storage.ts',
  ])
  // The language, and whether the menu is open.
  expect(filesWith(/\bdocument\.cookie\b|\bcookieStore\b/)).toEqual(['storage/cookies.ts'])
  const cookies = ['loading/language.ts', 'loading/which-language.ts', 'shell/sidebar-state.ts']
  expect(filesWith(/storage.cookies\.ts/)).toEqual(cookies)
  // The app's own files, as e2e/offline.spec.ts sees, and what shows notifications, which signing out
  // unsubscribes.
  const workers = ['offline/register.ts', 'push/browser.ts', 'push/subscription.ts']
  expect(filesWith(/\bindexedDB\b|\bcaches\.|\bserviceWorker\b/)).toEqual(workers)
  // The state of the history, which nothing clears: only the name under which a search is kept. In
  // Waiting.tsx it is that of a query, in machine-queries.ts none, in scanned-code.ts and invitation.ts the one that was there.
  const states = [
    'payments/machine-queries.ts',
    'session/invitation.ts',
    'session/notice.ts',
    'session/scanned-code.ts',
    'shell/Waiting.tsx',
    'ui/use-list-address.ts',
  ]
  expect(filesWith(/history\.(push|replace)State|\bstate(=\{|:)/)).toEqual(states)
})
