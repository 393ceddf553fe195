import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/support/app.ts'
import { makeUser } from '../../test/support/make.ts'
import { connect } from '../platform/database/connection.ts'
import { deleteExpiredRows } from './retention.ts'

const server = testApp()
/** More than one batch. */
const many = limits.forgottenAtOnce * 2 + 1

async function counts() {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from sessions) as sessions,
    (select count(*) from refresh_tokens) as refresh_tokens,
    (select count(*) from idempotency_keys) as idempotency_keys,
    (select count(*) from call_counts) as call_counts,
    (select count(*) from failed_attempts) as failed_attempts,
    (select count(*) from passkey_challenges) as passkey_challenges,
    (select count(*) from email_codes) as email_codes`.execute(server.database)
  return rows[0]
}

/** Rows of each table with a time this long ago. */
function fill(userId: string, rows: number, ago: string) {
  return server.asOwner(`
    with made as (
      insert into sessions (user_id, created_at, expires_at)
      select '${userId}', now(), now() - interval '${ago}' from generate_series(1, ${rows}) returning id
    )
    insert into refresh_tokens (token_hash, session_id)
      select decode(md5(id::text), 'hex'), id from made;
    insert into idempotency_keys (user_id, key, request_hash, created_at)
      select '${userId}', '${ago}' || n, '', now() - interval '${ago}' from generate_series(1, ${rows}) n;
    insert into call_counts (caller, started_at, calls)
      select '${ago}' || n, now() - interval '${ago}', 1 from generate_series(1, ${rows}) n;
    insert into failed_attempts (throttle_key, failures, last_failed_at, blocked_until)
      select '${ago}' || n, 1, now() - interval '${ago}', now() from generate_series(1, ${rows}) n;
    insert into passkey_challenges (challenge, purpose, expires_at)
      select '${ago}' || n, 'sign_in', now() - interval '${ago}' from generate_series(1, ${rows}) n;
    insert into email_codes (user_id, purpose, code_hash, expires_at)
      select '${userId}', 'password', decode(md5('${ago}' || n), 'hex'), now() - interval '${ago}'
      from generate_series(1, ${rows}) n`)
}

// id: forget-1
test('deletes all expired rows, however many, and no others', async () => {
  const { id } = await makeUser(server)
  const before = await counts()
  await fill(id, many, '2 months')
  await fill(id, 1, '-1 minute')
  expect(await deleteExpiredRows(server.database)).toEqual([])
  const left = Object.entries((await counts()) ?? {}).map(([table, count]) => [
    table,
    count - (before?.[table] ?? 0),
  ])
  expect(left).toEqual(Object.keys(before ?? {}).map((table) => [table, 1]))
})

test('continues with other tables when one cannot be cleaned', async () => {
  const { id } = await makeUser(server)
  await fill(id, 2, '3 months')
  const impatient = connect(server.url, { statement_timeout: 300 } as never)
  const keys = await server.database.transaction().execute(async (transaction) => {
    await sql`lock table idempotency_keys in share mode`.execute(transaction)
    expect(await deleteExpiredRows(impatient)).toHaveLength(1)
    return (await counts())?.idempotency_keys
  })
  await impatient.destroy()
  expect(keys).toBeGreaterThan(1)
  const { rows } = await sql`select from sessions where expires_at < now()`.execute(server.database)
  expect(rows).toEqual([])
})
