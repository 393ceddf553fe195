import type { CycleReason } from '@coinless/contract/choices.ts'
import type { Language } from '@coinless/contract/languages.ts'
import { moneyBackTexts } from '@coinless/contract/texts/money-back.ts'
import { Transaction, transactions } from '@coinless/contract/transactions.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { csvRoute } from '../../http/routing/csv.ts'
import { route } from '../../http/routing/route.ts'
import { columns } from '../../platform/database/columns.ts'
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
    {
      name: 'transactions',
      columns: columns(Transaction),
      amounts: ['amount', 'refunded_amount'],
    },
    ({ caller, query, request }) =>
      withSentences(transactionsOfYear(database, caller, query.year), languageOf(request)),
    ({ caller, query }) => countTransactionsOfYear(database, caller, query.year),
  )

  route(server, transactions.get, ({ caller, params }) =>
    findTransaction(database, caller, params.id),
  )

  route(server, transactions.receipt, ({ caller, params }) =>
    findReceipt(database, caller, params.id),
  )
}

/** Readable values for the file. */
async function* withSentences(
  rows: AsyncIterable<{ refund_cause: CycleReason | null }>,
  language: Language,
) {
  for await (const row of rows) {
    const { refund_cause: cause } = row
    yield { ...row, refund_cause: cause && moneyBackTexts[language][cause] }
  }
}
