import { transactions } from '@coinless/contract/transactions.ts'
import { route, type Server } from '../http/route.ts'
import { findReceipt, findTransaction, listTransactions } from './transactions.ts'

export function transactionRoutes(server: Server) {
  const { database } = server

  route(server, transactions.list, ({ person, query }) => listTransactions(database, person, query))

  route(server, transactions.get, ({ person, params }) =>
    findTransaction(database, person, params.id),
  )

  route(server, transactions.receipt, ({ person, params }) =>
    findReceipt(database, person, params.id),
  )
}
