import { findFaults } from '../ledger/entries/check.ts'
import { connect } from '../platform/database/connection.ts'
import { noTimeouts } from '../platform/database/pool.ts'
import { openExisting, runTool } from './tool.ts'

/** `npm run ledger:check`: exits with 1 if the ledger is inconsistent. */
await runTool(async (tool) => {
  const database = connect(await openExisting(tool), noTimeouts)
  tool.lifetime.defer(() => database.destroy())
  const faults = await findFaults(database)
  for (const { check: rule, id, expected, found } of faults) {
    console.error(
      `${id}: ${rule}, but that is ${expected ?? 'nothing'} and not ${found ?? 'nothing'}`,
    )
  }
  console.log(faults.length === 0 ? 'The ledger adds up.' : `${faults.length} do not add up.`)
  process.exitCode = faults.length === 0 ? 0 : 1
})
