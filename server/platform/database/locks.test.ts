import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { locks } from './locks.ts'

const server = testApp()
const folder = new URL('../../', import.meta.url)

interface Source {
  by: string
  text: string
}

function sourceFiles(): Source[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('.test.'))
    .map((path) => ({ by: path, text: readFileSync(new URL(path, folder), 'utf8') }))
}

async function functionsOfDatabase(): Promise<Source[]> {
  const { rows } = await sql<Source>`select proname as by, prosrc as text from pg_proc
    where pronamespace = 'public'::regnamespace`.execute(server.database)
  return rows
}

/** Each advisory lock in use: its number or name, and the file or database function that takes it. */
async function takenLocks() {
  const sources = [...sourceFiles(), ...(await functionsOfDatabase())]
  return sources.flatMap(({ by, text }) =>
    [...text.matchAll(/pg_(?:try_)?advisory_(?:xact_)?lock\((.*)/g)].map(({ 1: given = '' }) => ({
      lock: /locks\.(\w+)/.exec(given)?.[1] ?? /^\d+/.exec(given)?.[0] ?? given,
      by,
    })),
  )
}

test('gives every advisory lock a unique number from one list', async () => {
  const numbers = Object.values(locks)
  expect(new Set(numbers).size).toBe(numbers.length)
  const nameOf = new Map<string, string>(
    Object.entries(locks).map(([name, number]) => [String(number), name]),
  )
  const names = (await takenLocks()).map(({ lock, by }) => [nameOf.get(lock) ?? lock, by])
  expect(new Set(names.map(([name]) => name))).toEqual(new Set(Object.keys(locks)))
  const takers = new Set(names.map((pair) => pair.join(' by ')))
  expect([...takers].sort()).toEqual([
    'accounts by acquire_account_lock',
    'attempts by attempt_wait_seconds',
    'attempts by payments/payments/redemption.ts',
    'codeMails by codes/code-mails/queue-code-mails.ts',
    'codeMailsAtOnce by codes/code-mails/send.ts',
    'firstAdmin by accounts/users/first-admin.ts',
    'holds by laundry/bookings/overtaking.ts',
    'holds by laundry/queues/advance.ts',
    'holds by laundry/queues/holds.ts',
    'migration by platform/database/apply.ts',
    'owner by operations/embedded-postgres/embedded.ts',
    'paidAlready by payments/cycles/paid-already.ts',
    'paymentKeys by payments/payments/redemption.ts',
    'queueGuests by laundry/queues/join.ts',
    'quota by assert_quota',
    'reports by machines/reports/reports.ts',
    'rowCounts by delete_zero_row_counts',
    'rowCounts by merge_row_count_changes',
    'unrequestedMails by notifications/mail/unrequested.ts',
  ])
})
