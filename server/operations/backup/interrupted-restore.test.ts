import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { execute, templateDatabase } from '../../../test/servers/postgres.ts'
import { ownDatabase } from '../../../test/support/own-database.ts'
import { SettingError } from '../../platform/config/setting-error.ts'
import { locks } from '../../platform/database/locks.ts'
import { makeClient } from '../../platform/database/single-connection.ts'
import { knownSteps } from '../../platform/database/steps.ts'
import { writeBackup } from './backup.ts'
import { readBackup } from './restore.ts'
import { expectFinishedAt } from './unfinished.ts'

async function backupOfOne(): Promise<Buffer> {
  await using made = await ownDatabase(templateDatabase)
  await execute(
    made.url,
    `insert into users (email, full_name, user_type, password_hash)
      values ('ada@example.com', 'Ada', 'tenant', '')`,
  )
  const file = new PassThrough()
  const text = buffer(file)
  await writeBackup(made.url, file)
  file.end()
  return text
}

test('does not count a restore as finished before its ledger is checked', async () => {
  const backup = await backupOfOne()
  const isHeader = backup.indexOf('\n') + 1
  await using target = await ownDatabase()
  const { url, database } = target
  const applied = async () =>
    (await sql`select from migrations`.execute(database).catch(() => ({ rows: [] }))).rows.length
  const steps = (await knownSteps()).length
  const holder = makeClient(url)
  await holder.connect()
  const people = () => sql`select from users`.execute(database).then(({ rows }) => rows.length)
  // Sends the rows once the tables exist. The migrations after the rows wait for the lock.
  async function* parts() {
    yield backup.subarray(0, isHeader)
    await expect.poll(applied).toBe(steps)
    await holder.query('select pg_advisory_lock($1)', [locks.migration])
    yield backup.subarray(isHeader)
  }
  const restoring = readBackup({ ownerUrl: url, url }, Readable.from(parts())).catch(
    (error) => error,
  )
  await expect.poll(people).toBe(1)
  // From here on it stops after its rows, as if it was killed.
  await sql`insert into migrations (name, checksum) values ('999-next.sql', '')`.execute(database)
  await holder.end()
  expect((await restoring).message).toContain('999-next.sql')

  const again = () => readBackup({ ownerUrl: url, url }, Readable.from([backup]))
  for (const refused of [() => expectFinishedAt(url), again]) {
    const error = await refused().catch((error) => error)
    expect(error).toBeInstanceOf(SettingError)
    expect(error.message).toMatch(
      /^A restore into this database is running, failed or was interrupted/,
    )
  }
  await sql`drop schema public cascade; create schema public`.execute(database)
  await again()
  await expectFinishedAt(url)
  expect(await people()).toBe(1)
})

test('refuses to start after a failed restore until one succeeds', async () => {
  const backup = await backupOfOne()
  await using target = await ownDatabase()
  const { url } = target
  const restore = (part: Buffer) => readBackup({ ownerUrl: url, url }, Readable.from([part]))
  await expect(restore(Buffer.from('nothing'))).rejects.toThrow('truncated')
  await expect(expectFinishedAt(url)).rejects.toThrow('is running, failed')
  await expect(restore(backup.subarray(0, -5))).rejects.toThrow('truncated')
  await expect(expectFinishedAt(url)).rejects.toThrow('is running, failed')
  await restore(backup)
  await expectFinishedAt(url)
})
