import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { connect } from '../../server/platform/database/connection.ts'
import { noTimeouts } from '../../server/platform/database/pool.ts'
import { databaseUrl, execute, serverUrl } from '../servers/postgres.ts'

/** A database for one test, opened as its owner and dropped afterwards: empty, or a copy of another one. */
export async function ownDatabase(template = 'template1') {
  const postgres = inject('postgresUrl')
  const name = `coinless_test_${randomUUID().replaceAll('-', '')}`
  await execute(postgres, `create database ${name} template ${template}`)
  const url = databaseUrl(postgres, name)
  const database = connect(url, noTimeouts)
  return {
    name,
    url,
    /** For the server's own role. */
    serverUrl: serverUrl(postgres, name),
    database,
    [Symbol.asyncDispose]: async () => {
      await database.destroy()
      await execute(postgres, `drop database ${name} with (force)`)
    },
  }
}
