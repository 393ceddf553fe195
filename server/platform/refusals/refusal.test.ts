import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { refusalOfConstraint } from './refusal.ts'

const server = testApp()

test('knows only constraints of the database, and those that its functions raise', async () => {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    union select indexrelid::regclass::text from pg_index
    union select (regexp_matches(prosrc, '''(\\w+)''', 'g'))[1] from pg_proc`.execute(
    server.database,
  )
  const known = new Set(rows.map(({ name }) => name))
  // Quotas are raised by the name that a call passes to `assert_quota`.
  const unknown = Object.keys(refusalOfConstraint).filter(
    (name) => !known.has(name) && !name.endsWith('_quota'),
  )
  expect(unknown).toEqual([])
})
