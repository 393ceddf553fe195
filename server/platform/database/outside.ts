import type pg from 'pg'
import { addressesOf } from '../config/addresses.ts'
import { SettingError } from '../config/setting-error.ts'
import { makeClient } from './single-connection.ts'

const oldestVersion = 15
const patienceMs = 5_000

type Setting = 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_DIRECT_URL'

/**
 * Returns the first server in an address that is recent enough and accepts writes.
 * @throws SettingError if there is none
 */
export async function usableAddress(setting: Setting, url: string): Promise<string> {
  const problems: SettingError[] = []
  for (const address of addressesOf(url)) {
    const problem = await problemOf(setting, address)
    if (!problem) return address
    problems.push(problem)
  }
  throw new SettingError(problems.map(({ message }) => message).join('\n'))
}

async function problemOf(setting: Setting, url: string): Promise<SettingError | undefined> {
  let client: pg.Client | undefined
  try {
    // This also reads the certificate files that an address names.
    client = makeClient({ connectionString: url, connectionTimeoutMillis: patienceMs })
    await client.connect()
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int as number, pg_is_in_recovery() as is_replica",
    )
    const version = Math.floor(rows[0].number / 10_000)
    if (version < oldestVersion) {
      return new SettingError(
        `${setting} points to PostgreSQL ${version}. Version ${oldestVersion} or later is required.`,
      )
    }
    if (rows[0].is_replica) {
      return unusable(setting, url, 'it is a read-only replica')
    }
    return undefined
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return unusable(setting, url, message || `${code}`)
  } finally {
    await client?.end().catch(() => {})
  }
}

/** Names the server, never the password. */
function unusable(setting: Setting, url: string, why: string): SettingError {
  const { host, pathname } = new URL(url)
  return new SettingError(
    `${setting}: cannot use PostgreSQL at ${host}${pathname} (${why}). Start it, or correct the address.`,
  )
}
