import { LastingError } from '../config/setting-error.ts'
import { makeClient } from './single-connection.ts'

const patienceMs = 5_000
const statement = { name: 'coinless_kept', text: 'select 1' }
/** It is not there any more, or is there before it was made: somebody else's connection. */
const elsewhere = new Set(['26000', '42P05'])

/**
 * That a connection still has the statement that it prepared, while another one works: a pooler may
 * have given it away in between.
 * @throws SettingError when it has not
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
    // What else is wrong is said by whoever works with the database next.
    if (!elsewhere.has((error as { code?: string }).code ?? '')) return
    throw new LastingError(
      'PREPARED_STATEMENTS must be off: DATABASE_URL leads to a pooler that gives each transaction another connection and keeps no prepared statements. Or let it keep them: see docs/scaling.md.',
    )
  } finally {
    await Promise.all([other.end(), one.end()])
  }
}
