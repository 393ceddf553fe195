import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { databaseUrl, execute, serverUrl } from '../../../test/servers/postgres.ts'
import { prepareTables } from './migrate.ts'

const name = `coinless_test_${randomUUID().replaceAll('-', '')}`

beforeAll(async () => {
  const url = inject('postgresUrl')
  await execute(url, `create database ${name}`)
  await prepareTables(databaseUrl(url, name), serverUrl(url, name))
})

afterAll(() => execute(inject('postgresUrl'), `drop database ${name}`))

// id: server-rights-1
test.each([
  ['create temp table ledger_entries (id uuid)', /permission denied to create temporary tables/],
  ['create table mine (id uuid)', /permission denied for schema public/],
  ['alter table transactions disable trigger all', /must be owner of table transactions/],
  ['set session_replication_role = replica', /permission denied to set parameter/],
])('forbids the server’s user to bypass triggers by %s', async (statement, refusal) => {
  const asServer = serverUrl(inject('postgresUrl'), name)
  await expect(execute(asServer, statement)).rejects.toThrow(refusal)
})
