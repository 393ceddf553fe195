import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { databaseUrl, execute } from '../../../test/servers/postgres.ts'
import { SettingError } from '../config/setting-error.ts'
import { prepareTables } from './migrate.ts'

test('explains missing rights and a newer database in one sentence', async () => {
  const name = `coinless_test_${randomUUID().replaceAll('-', '')}`
  const server = inject('postgresUrl')
  await execute(server, `create database ${name}`)
  await execute(server, `create role ${name} login password '${name}'`)
  const url = databaseUrl(server, name)
  const poor = new URL(url)
  poor.username = name
  poor.password = name
  const prepared = () => prepareTables(poor.href, poor.href).catch((error) => error)
  expect((await prepared()).message).toMatch(/^The database user cannot change its tables/)
  await execute(url, `grant all on schema public to ${name}`)
  for (const extension of ['pg_trgm', 'btree_gist']) {
    const refused = await prepared()
    expect(refused).toBeInstanceOf(SettingError)
    expect(refused.message).toContain(`The database lacks the extension ${extension}`)
    await execute(url, `create extension ${extension}`)
  }
  await prepareTables(poor.href, poor.href)
  await execute(url, "insert into migrations (name, checksum) values ('999-next.sql', '')")
  expect((await prepared()).message).toMatch(/^The database is newer than this program: it has 999/)
  await execute(server, `drop database ${name} with (force)`)
  await execute(server, `drop role ${name}`)
})
