import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeUser } from '../../../test/support/make.ts'

const server = testApp()

const rename = (id: string) => sql`update users set full_name = full_name || '!' where id = ${id}`

/** A barrier for a number of callers. Later callers do not wait. */
function meeting(size: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let here = 0
  return async () => {
    here += 1
    if (here === size) resolve()
    await promise
  }
}

test('retries a deadlocked transaction, so that both commit once', async () => {
  const [ana, ben] = [await makeUser(server), await makeUser(server)]
  const meet = meeting(2)
  const renameBoth = (first: string, second: string) =>
    server.database.transaction().execute(async (transaction) => {
      await rename(first).execute(transaction)
      await meet()
      await rename(second).execute(transaction)
    })
  await Promise.all([renameBoth(ana.id, ben.id), renameBoth(ben.id, ana.id)])
  const names = await server.database
    .selectFrom('users')
    .select('full_name')
    .where('id', 'in', [ana.id, ben.id])
    .execute()
  expect(names.map(({ full_name }) => full_name)).toEqual(['Terry Tenant!!', 'Terry Tenant!!'])
})

test('retries a single statement, or the whole transaction that contains it', async () => {
  await server.asOwner(`create sequence tries; grant usage on sequence tries to public;
    create function fail_twice() returns bigint language plpgsql as $$
    begin
      if nextval('tries') % 3 <> 0 then raise exception using errcode = '40001'; end if;
      return 1;
    end $$`)
  const failing = sql`select fail_twice()`
  expect((await failing.execute(server.database)).rows).toHaveLength(1)
  let attempts = 0
  await server.database.transaction().execute(async (transaction) => {
    attempts += 1
    await failing.execute(transaction)
  })
  expect(attempts).toBe(3)
})

test('throws after five failed attempts', async () => {
  let attempts = 0
  const failing = server.database.transaction().execute(async () => {
    attempts += 1
    throw Object.assign(new Error(), { code: '40P01' })
  })
  await expect(failing).rejects.toMatchObject({ code: '40P01' })
  expect(attempts).toBe(5)
})
