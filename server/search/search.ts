import { limits } from '@coinless/contract/limits.ts'
import { isAdmin } from '@coinless/contract/permissions.ts'
import type { SignedInCaller } from '../calls/caller.ts'
import type { Database } from '../database/connection.ts'
import { listDevices, shownTo } from '../devices/devices.ts'
import { listAllCodes, listCodes } from '../prepaid-codes/prepaid-codes.ts'
import { listTransactions } from '../transactions/transactions.ts'
import { listUsers } from '../users/users.ts'

/** What the lists of the caller find, one after the other: each of them may take a connection for itself. */
export async function find(database: Database, caller: SignedInCaller, search: string) {
  const first = { page: 1, limit: limits.foundOfKind, search }
  const devices = await listDevices(database, caller, first)
  const codes = isAdmin(caller)
    ? await listAllCodes(database, first)
    : await listCodes(database, caller, first)
  const transactions = await listTransactions(database, caller, first)
  const users = isAdmin(caller) ? await listUsers(database, first) : { data: [] }
  return {
    devices: devices.data.map((device) => shownTo(caller, device)),
    prepaid_codes: codes.data,
    transactions: transactions.data,
    users: users.data,
  }
}
