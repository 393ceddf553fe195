import { findInconsistencies } from '../ledger/entries/check.ts'
import { connect } from '../platform/database/connection.ts'
import { noTimeouts } from '../platform/database/pool.ts'
import { openExisting, runTool } from './tool.ts'

/** `npm run ledger:check`: exits with 1 if the ledger is inconsistent. */
await runTool(async (tool) => {
  const database = connect(await openExisting(tool), noTimeouts)
  tool.lifetime.defer(() => database.destroy())
  const faults = await findInconsistencies(database)
  for (const { check: rule, id, expected, found } of faults) {
    console.error(`${id}: ${rule}: expected ${expected ?? 'nothing'}, found ${found ?? 'nothing'}`)
  }
  console.log(
    faults.length === 0 ? 'The ledger is consistent.' : `The ledger has ${faults.length} faults.`,
  )
  process.exitCode = faults.length === 0 ? 0 : 1
})
