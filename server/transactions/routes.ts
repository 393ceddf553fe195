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

  route(server, transactions.list, ({ person, query }) => listTransactions(database, person, query))

  csvRoute(
    server,
    transactions.export,
    { name: 'transactions', columns: columns(Transaction) },
    ({ person, query }) => transactionsOfYear(database, person, query.year),
    ({ person, query }) => countTransactionsOfYear(database, person, query.year),
  )

  route(server, transactions.get, ({ person, params }) =>
    findTransaction(database, person, params.id),
  )

  route(server, transactions.receipt, ({ person, params }) =>
    findReceipt(database, person, params.id),
  )
}
