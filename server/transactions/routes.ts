import { Transaction, transactions } from '@coinless/contract/transactions.ts'
import type { Server } from '../calls/server.ts'
import { columns } from '../database/columns.ts'
import { csvRoute } from '../http/csv.ts'
import { route } from '../http/route.ts'
import {
  countTransactionsOfYear,
  findReceipt,
  findTransaction,
  listTransactions,
  transactionsOfYear,
} from './transactions.ts'

export function transactionRoutes(server: Server) {
  const { database } = server

  route(server, transactions.list, ({ caller, query }) => listTransactions(database, caller, query))

  csvRoute(
    server,
    transactions.export,
    { name: 'transactions', columns: columns(Transaction) },
    ({ caller, query }) => transactionsOfYear(database, caller, query.year),
    ({ caller, query }) => countTransactionsOfYear(database, caller, query.year),
  )

  route(server, transactions.get, ({ caller, params }) =>
    findTransaction(database, caller, params.id),
  )

  route(server, transactions.receipt, ({ caller, params }) =>
    findReceipt(database, caller, params.id),
  )
}
