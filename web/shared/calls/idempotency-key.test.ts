import { globSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { fakeStorage } from '../../test/storage.ts'
import { NoAnswer, NotSent, UnclearAnswer } from './connection.ts'

const local = fakeStorage()
const session = fakeStorage()
vi.stubGlobal('localStorage', local)
vi.stubGlobal('sessionStorage', session)

const { ApiError } = await import('./client.ts')
const { callsAtWork, AlreadyDone, noteOutcome, withIdempotencyKey, openKey } = await import(
  './idempotency-key.ts'
)
const { clearEndedSession, clearSession, storeSession } = await import(
  '../session/session-store.ts'
)
const { clearAllButKept, setForAccount, getForAccount } = await import('../ui/account-storage.ts')

function signIn(id: string) {
  storeSession({
    session: { access_token: `access ${id}`, refresh_token: `refresh ${id}` },
    user: { id } as never,
  })
}

const isOpen = (intention = 'pay') => openKey(intention) !== null

interface Trying {
  /** The error, if it fails. */
  failure?: Error
  /** The user's answer if the last call succeeded. */
  wish?: (openKey: string) => Promise<'once more' | 'not again'>
}

/** One attempt with fake timers: the key that it was sent with, and its result. */
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
])('looks up an attempt %s by its key before the next attempt', async (_which, failure) => {
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

test('sends nothing if the previous attempt succeeded and the user does not repeat it', async () => {
  signIn('ana')
  await tried({ failure: new NoAnswer() })
  const { sent, end } = await tried({ wish: async () => 'not again' })
  expect([sent, end, isOpen()]).toEqual(['', expect.any(AlreadyDone), false])
  expect(await sentKey()).not.toBe('')
})

test('sends nothing while the outcome of the previous attempt is unknown', async () => {
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

test('opens a key when the outcome of its call is unknown, and notifies subscribers', async () => {
  signIn('ana')
  const seen: boolean[] = []
  const stop = callsAtWork.subscribe(() => seen.push(isOpen()))
  await tried({ failure: new NoAnswer() })
  expect([seen.at(0), seen.at(-1)]).toEqual([false, true])
  const { end } = await tried({ failure: new ApiError(422, '') })
  expect([end, seen.at(-1)]).toEqual([expect.any(ApiError), false])
  stop()
})

test.each([400, 402, 403, 404, 409, 422])(
  'uses a new key after a refusal with %i',
  async (status) => {
    signIn('ana')
    const first = await sentKey(new ApiError(status, ''))
    expect(isOpen()).toBe(false)
    expect(await sentKey()).not.toBe(first)
  },
)

test.each([new ApiError(401, ''), new NotSent()])(
  'treats a call that was unsent or met the end of the session as not done (%s)',
  async (failure) => {
    signIn('ana')
    const { end } = await tried({ failure })
    expect([end, isOpen()]).toEqual([failure, false])
  },
)

// id: idempotency-key-1
test('keeps only open keys and drafts of the account when its session expires', async () => {
  signIn('ana')
  const first = await sentKey(new NoAnswer())
  setForAccount('draft', 'typed')
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
  expect([openKey('pay'), getForAccount('draft')]).toEqual([first, 'typed'])
})

test('removes all data of an account at sign-out, and at the next sign-in by another account', async () => {
  for (const leave of [clearSession, clearEndedSession]) {
    signIn('ana')
    const first = await sentKey(new NoAnswer())
    setForAccount('draft', 'of ana')
    leave()
    signIn('ben')
    expect(isOpen()).toBe(false)
    expect(getForAccount('draft')).toBeNull()
    expect(await sentKey()).not.toBe(first)
    clearSession()
    expect(session.length).toBe(0)
  }
})

test('keeps nothing after a sign-out, even if the session is reported as ended later', () => {
  signIn('ana')
  setForAccount('draft', 'typed')
  for (const part of ['user', 'access_token', 'refresh_token']) local.removeItem(part)
  clearEndedSession()
  clearAllButKept()
  signIn('ana')
  clearSession()
  expect(session.length).toBe(0)
})

test('keeps nothing without a session', () => {
  setForAccount('draft', 'typed')
  expect([getForAccount('draft'), session.length]).toEqual([null, 0])
})

/** The number of attempts and the result. */
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

test('retries a call without an answer, but not after the device slept', async () => {
  const lost = await triesOf(() => Promise.reject(new NoAnswer()))
  expect(lost).toEqual({ tries: 3, end: expect.any(NoAnswer) })
  const asleep = await triesOf(() => {
    vi.setSystemTime(Date.now() + 60_000)
    return Promise.reject(new NoAnswer())
  })
  expect(asleep).toEqual({ tries: 1, end: expect.any(NoAnswer) })
})

test.each([new NotSent(), new ApiError(401, '')])(
  'leaves the first attempt unknown if it cannot be repeated (%s)',
  async (failure) => {
    const { tries, end } = await triesOf((count) =>
      Promise.reject(count === 1 ? new NoAnswer() : failure),
    )
    expect([tries, end === failure, isOpen()]).toEqual([2, false, true])
  },
)

const web = new URL('../..', import.meta.url)
const sources = globSync('**/*.{ts,tsx}', {
  cwd: web,
  exclude: ['**/node_modules', 'gallery/**', '**/*test*'],
})

/** Source files that match a pattern. */
function filesWith(pattern: RegExp, except?: RegExp): string[] {
  const files = sources.filter((file) => {
    const text = readFileSync(new URL(file, web), 'utf8')
    return pattern.test(text) && !except?.test(text)
  })
  return files.sort()
}

test('sends every money call through the one function that asks before a repeat', () => {
  const asking = /useMoneyForm|MoneyButton|usePayment|ReplyForm/
  const senders = filesWith(/\bidempotencyKey\b|\bonce\(/, asking)
  // Idempotent without asking the user: a bulk change, an imported row, a new calendar. A display keeps no call.
  expect(senders).toEqual([
    ...['screens/devices/ImportDevices.tsx', 'screens/displays/PayForm.tsx'],
    ...['screens/prepaid-codes/ImportCodes.tsx', 'shared/bookings/CalendarFeed.tsx'],
    'shared/bulk/use-bulk-change.ts',
    'shared/calls/client.ts',
    'shared/calls/idempotency-key.ts',
    'shared/imports/importable.ts',
  ])
  expect(filesWith(/as IdempotencyKey\b/)).toEqual(['shared/calls/idempotency-key.ts'])
})

test('stores data in the browser only in places that a sign-out clears or that hold nothing private', () => {
  const tab = [
    'screens/auth/signing-in.ts',
    'shared/loading/own-code.ts',
    'shared/session/invitation.ts',
    'shared/session/scanned-code.ts',
    'shared/session/session-end.ts',
    'shared/storage/storage.ts',
    'shared/ui/account-storage.ts',
  ]
  expect(filesWith(/\bsessionStorage\b|\blocalStorage\b/)).toEqual(['shared/storage/storage.ts'])
  expect(filesWith(/\btabStorage\b/)).toEqual(tab)
  expect(filesWith(/\bbrowserStorage\b/)).toEqual([
    ...['screens/auth/SignIn.tsx', 'screens/displays/display-secret.ts'],
    'shared/session/scanned-machines.ts',
    'shared/session/session-end.ts',
    'shared/session/session-lock.ts',
    'shared/session/session-store.ts',
    'shared/storage/storage.ts',
  ])
  // The language and the state of the menu.
  expect(filesWith(/\bdocument\.cookie\b|\bcookieStore\b/)).toEqual(['shared/storage/cookies.ts'])
  const cookies = [
    'app/shell/sidebar-state.ts',
    'shared/loading/language.ts',
    'shared/loading/which-language.ts',
    'shared/theme/color-scheme.ts',
  ]
  expect(filesWith(/storage.cookies\.ts/)).toEqual(cookies)
  // The app's own files (e2e/offline.spec.ts), and notifications, which a sign-out ends.
  const workers = [
    'app/offline/register.ts',
    'shared/push/browser.ts',
    'shared/push/subscription.ts',
  ]
  expect(filesWith(/\bindexedDB\b|\bcaches\.|\bserviceWorker\b/)).toEqual(workers)
  // History state, which nothing clears: the storage name of a search, in Waiting.tsx of a query, in
  // machine-queries.ts none, in stoppable-history.ts a number, in the others the previous state.
  const states = [
    ...['app/router/stoppable-history.ts', 'app/shell/Waiting.tsx'],
    'screens/displays/display-secret.ts',
    'screens/payments/machine-queries.ts',
    'shared/session/invitation.ts',
    'shared/session/notice.ts',
    'shared/session/scanned-code.ts',
    'shared/ui/use-list-address.ts',
  ]
  expect(filesWith(/history\.(push|replace)State|\bstate(=\{|:)/)).toEqual(states)
})
