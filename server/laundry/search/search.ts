import { limits } from '@coinless/contract/limits.ts'
import { isAdmin } from '@coinless/contract/permissions.ts'
import { hasRight } from '@coinless/contract/rights.ts'
import { listUsers } from '../../accounts/users/users.ts'
import { listAllCodes, listCodes } from '../../codes/prepaid-codes/prepaid-codes.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { listTransactions } from '../../ledger/transactions/transactions.ts'
import { listDevices, shownTo } from '../../machines/devices/devices.ts'
import type { Database } from '../../platform/database/connection.ts'

/** Searches the lists that the caller may read, one at a time, because each may take a connection. */
export async function searchAll(database: Database, caller: SignedInCaller, search: string) {
  const first = { page: 1, limit: limits.foundOfKind, search }
  const nothing = { data: [] }
  const devices = hasRight(caller, 'read_devices')
    ? await listDevices(database, caller, { ...first, verified: true })
    : nothing
  const codes = hasRight(caller, 'read_codes') ? await findCodes(database, caller, first) : nothing
  const transactions = hasRight(caller, 'read_money')
    ? await listTransactions(database, caller, first)
    : nothing
  const users = isAdmin(caller) ? await listUsers(database, first) : nothing
  return {
    devices: devices.data.map((device) => shownTo(caller, device)),
    prepaid_codes: codes.data,
    transactions: transactions.data,
    users: users.data,
  }
}

function findCodes(
  database: Database,
  caller: SignedInCaller,
  first: { page: number; limit: number; search: string },
) {
  return isAdmin(caller) ? listAllCodes(database, first) : listCodes(database, caller, first)
}
