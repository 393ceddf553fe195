import { LastingError } from '../config/setting-error.ts'
import { makeClient } from './single-connection.ts'

const patienceMs = 5_000
const statement = { name: 'coinless_kept', text: 'select 1' }
/** The statement is missing, or existed before: the pooler switched connections. */
const elsewhere = new Set(['26000', '42P05'])

/**
 * Checks that a connection keeps its prepared statement while another one works; a pooler may switch connections in
 * between.
 * @throws SettingError if it does not
 */
export async function expectKeptStatements(url: string): Promise<void> {
  const config = {
    connectionString: url,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  }
  const [one, other] = [makeClient(config), makeClient(config)]
  try {
    await Promise.all([one.connect(), other.connect()])
    await one.query(statement)
    await other.query('begin')
    await one.query(statement)
  } catch (error) {
    // The next use of the database reports other errors.
    if (!elsewhere.has((error as { code?: string }).code ?? '')) return
    throw new LastingError(
      'PREPARED_STATEMENTS must be off: DATABASE_URL points to a pooler that switches connections between transactions and does not keep prepared statements. Or configure the pooler to keep them: see docs/operate/scaling.md.',
    )
  } finally {
    await Promise.all([other.end(), one.end()])
  }
}
