import pg from 'pg'
import { SettingError } from '../setting-error.ts'

const oldestVersion = 15
const patienceMs = 5_000

type Setting = 'DATABASE_URL' | 'DATABASE_OWNER_URL'

/** @throws SettingError unless the setting leads to a PostgreSQL that is new enough */
export async function checkOutsideDatabase(setting: Setting, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: patienceMs })
  try {
    await client.connect()
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int as number",
    )
    const version = Math.floor(rows[0].number / 10_000)
    if (version < oldestVersion) {
      throw new SettingError(
        `${setting} leads to PostgreSQL ${version}; ${oldestVersion} or later is needed.`,
      )
    }
  } catch (error) {
    throw error instanceof SettingError
      ? error
      : unreachable(setting, url, error as NodeJS.ErrnoException)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Names the server, never the password. */
function unreachable(
  setting: Setting,
  url: string,
  { code, message }: NodeJS.ErrnoException,
): SettingError {
  const { host, pathname } = new URL(url)
  return new SettingError(
    `${setting}: cannot use PostgreSQL at ${host}${pathname} (${message || code}). Start it, or correct the address.`,
  )
}
