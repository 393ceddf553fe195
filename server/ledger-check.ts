import { loadConfig } from './config.ts'
import { connect } from './database/connection.ts'
import { withEmbedded } from './database/embedded.ts'
import { noTimeouts } from './database/pool.ts'
import { findFaults } from './ledger/check.ts'

/** `npm run ledger:check`: exits with 1 when anything does not add up. */
const { databaseUrl, dataDir } = loadConfig(process.env, { demo: false })
process.exitCode = databaseUrl ? await check(databaseUrl) : await withEmbedded(dataDir, check)

async function check(url: string): Promise<number> {
  const database = connect(url, noTimeouts)
  try {
    const faults = await findFaults(database)
    for (const { check: rule, id, expected, found } of faults) {
      console.error(
        `${id}: ${rule}, but that is ${expected ?? 'nothing'} and not ${found ?? 'nothing'}`,
      )
    }
    console.log(faults.length === 0 ? 'The ledger adds up.' : `${faults.length} do not add up.`)
    return faults.length === 0 ? 0 : 1
  } finally {
    await database.destroy()
  }
}
